import { coreCatalogue } from '@contract/core-catalogue.js'
import { errorCatalogue } from '@contract/error-catalogue.js'
import { coreDescriptionKey, coreNameKey, riskReasonOf } from '@shared/words/core-words.js'
import { describe, expect, it } from 'vitest'
import { noResponse } from '../../../src-renderer/bridge.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { capabilityValue } from '../../../src-renderer/sentences/call-sentence.js'
import { errorText } from '../../../src-renderer/ui/messages/error-text.js'

const { en, zh } = catalogue
const chinese = i18n.getFixedT('zh')
const inChinese = (error: Parameters<typeof errorText>[0]) => errorText(error, chinese)
const languages = [
  ['English', en],
  ['Chinese', zh],
] as const

describe('an error on the screen', () => {
  it.each(languages)('has a text in %s for every code that may leave the gateway', (_language, tree) => {
    const reported = Object.entries(tree.errors).map(([key, words]) => [key, Object.keys(words)])
    const codes = Object.keys(errorCatalogue).map((code) => [code.replaceAll('.', '_'), ['message', 'suggestion']])
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(codes))
  })

  it('says in the language of the screen why Docker is not reached, and what Docker itself said', () => {
    const details = { reason: 'docker-no-container', text: 'No such container: mc' }
    const { what: message, next: suggestion } = zh.dockerProblem['no-container']
    expect(
      inChinese({ code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'There is no container of this name.', details }),
    ).toEqual({
      message,
      suggestion,
      details: details.text,
    })
  })

  it('shows words for AI without the marks around names', () => {
    const given = { message: 'Part 1 is too high.', suggestion: 'Change its `from` or the `origin`.' }
    expect(inChinese({ code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED', ...given }).details).toBe(
      'Part 1 is too high. Change its from or the origin.',
    )
  })

  it('is in the language of the screen', () => {
    const { message, suggestion } = errorCatalogue['SYSTEM.TIMEOUT']
    expect(inChinese({ code: 'SYSTEM.TIMEOUT', message, suggestion })).toEqual({
      message: zh.errors.SYSTEM_TIMEOUT.message,
      suggestion: zh.errors.SYSTEM_TIMEOUT.suggestion,
      details: '',
    })
  })

  it('names a world that cannot be read in the language of the screen, and only for an error of a server', () => {
    const details = { why: 'folder-compression', name: 'me.example:zstd\u202e' }
    const { message, suggestion } = inChinese({ code: 'BUSINESS.OPERATION_FAILED', message: 'English.', details })
    expect(message).toContain('me.example:zstd')
    expect([message.includes('\u202e'), suggestion]).toEqual([false, zh.worldProblem['folder-compression'].next])
    expect(inChinese({ code: 'SYSTEM.TIMEOUT', message: 'English.', details }).message).toBe(
      zh.errors.SYSTEM_TIMEOUT.message,
    )
  })

  it.each([
    ['folder-damaged', '文件 world/region/r.0.0.mca 已损坏或不完整。'],
    ['folder-not-generated', zh.worldProblem['folder-not-generated'].what],
    ['folder-unsupported', zh.worldProblem['folder-unsupported'].what],
  ])('leaves no English beside the Chinese text of %s', (why, message) => {
    const details = { why, file: 'world/region/r.0.0.mca' }
    const error = { code: 'BUSINESS.OPERATION_FAILED', message: 'English.', suggestion: 'English.', details }
    const shown = inChinese(error)
    expect([shown.message, shown.details]).toEqual([message, ''])
    expect(shown.suggestion).not.toContain('English')
  })

  it('keeps the details of main beside the translated text', () => {
    expect(inChinese({ code: 'BUSINESS.PLAYER_OFFLINE', message: 'Notch_42 is not\u202e online.' })).toEqual({
      message: zh.errors.BUSINESS_PLAYER_OFFLINE.message,
      suggestion: zh.errors.BUSINESS_PLAYER_OFFLINE.suggestion,
      details: 'Notch_42 is not\ufffd online.',
    })
  })

  it('gives no general advice where main has advice of its own', () => {
    expect(
      inChinese({ code: 'PROTOCOL.INVALID_REQUEST', message: 'It is closed.', suggestion: 'Do nothing.' }),
    ).toEqual({
      message: zh.errors.PROTOCOL_INVALID_REQUEST.message,
      suggestion: '',
      details: 'It is closed. Do nothing.',
    })
  })

  it('is shown with its own text when its code is unknown', () => {
    for (const code of ['SHOP.CLOSED', 'constructor', 'errors']) {
      expect(inChinese({ code, message: 'Closed.', suggestion: 'Wait.' })).toEqual({
        message: 'Closed.',
        suggestion: 'Wait.',
        details: '',
      })
    }
  })

  it('reports a missing response of the shell', () => {
    expect(inChinese({ code: noResponse, message: 'x' }).message).toBe(zh.problem.noAnswer)
  })
})

describe('a capability of the core', () => {
  it.each(languages)('has a name, a description and a risk reason in %s', (_language, tree) => {
    const known: Readonly<Record<string, object>> = tree.capabilities
    for (const id of coreCatalogue.keys()) {
      expect([id, Object.keys(known[id.replaceAll('.', '_')] ?? {})]).toEqual([
        id,
        ['name', 'description', 'riskReason'],
      ])
    }
  })

  it('has the translated name, whatever its manifest says', () => {
    expect(capabilityValue('player.ban', 'Harmless')).toEqual({
      kind: 'own',
      key: 'capabilities.player_ban.name',
      as: 'name',
    })
  })

  it('has a translated description', () => {
    expect(coreDescriptionKey('player.ban')).toBe('capabilities.player_ban.description')
    expect(coreDescriptionKey('ext.shop.open')).toBeUndefined()
  })

  it('has a translated risk reason, with what a manifest adds', () => {
    const ours = coreCatalogue.get('world.time.set')?.risk?.reason
    expect(riskReasonOf('world.time.set', ours)).toEqual({ key: 'capabilities.world_time_set.riskReason' })
    expect(riskReasonOf('world.time.set', 'Wakes the dragon.')).toEqual({
      key: 'capabilities.world_time_set.riskReason',
      text: 'Wakes the dragon.',
    })
    expect(riskReasonOf('world.time.set', undefined)).toEqual({})
  })
})

describe('a capability of an external provider', () => {
  it('keeps the name and the reason of its manifest', () => {
    expect(capabilityValue('ext.shop.open', 'Open the shop')).toEqual({ kind: 'name', text: 'Open the shop' })
    expect(riskReasonOf('ext.shop.open', 'Costs money.')).toEqual({ text: 'Costs money.' })
  })

  it('cannot be shown as one of the core', () => {
    for (const id of ['player_ban', 'player.ban_', 'constructor', 'ext.player.ban']) {
      expect(coreNameKey(id)).toBeUndefined()
    }
  })
})
