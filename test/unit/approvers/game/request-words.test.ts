import type { AppLanguage } from '@shared/text/language.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestText } from '../../../../src-main/approvers/game/request-text.js'
import { forAll } from '../../../fixtures/properties.js'

const approval = {
  capabilityId: 'world.time.set',
  capabilityName: 'Anything',
  caller: { type: 'model', id: 'mcp:test', name: 'Claude' },
  server: { id: 'world', name: 'Survival' },
  risk: 'high',
} as const
const time = { worldName: 'world', time: 13_000 }
const plain = (text: string) => text
const words = (given: Record<string, unknown>, language: AppLanguage = 'en', mask = plain) =>
  requestText(language, 'asks', { approval, arguments: given, mask })

describe('the text of a request for the owner’s player', () => {
  it('names the caller, the action, every argument, the server and the risk', () => {
    expect(words({ ...time, reason: 'please' })).toBe(
      'Risk: high. “Claude” asks: Set the time (worldName "world", time 13000, reason "please"). Server: “Survival”.',
    )
    expect(words(time, 'zh')).toBe(
      '风险：高。“Claude” 请求：设置时间（worldName "world", time 13000）。服务器：“Survival”。'
        .replace('（', ' (')
        .replace('）', ')'),
    )
  })

  it('is empty when an argument would be cut off or has invisible characters', () => {
    expect(words({ command: 'x'.repeat(400) })).toBeUndefined()
    expect(words({ command: 'say hi\u202e' })).toBeUndefined()
    expect(words({ command: 'say §khidden' })).toBeUndefined()
  })

  it('has nothing a stream must not show', () => {
    const mask = (text: string) => text.replaceAll('Survival', '•••').replaceAll('world', '•••')
    expect(words(time, 'en', mask)).toBeUndefined()
    expect(requestText('en', 'onComputer', { approval, arguments: time, mask })).toBe(
      '“Claude” asks: Set the time (•••Name "•••", time 13000). Server: “•••”. Answer on the computer.',
    )
  })

  it('keeps names in their quotes', () => {
    const forged = {
      ...approval,
      caller: { ...approval.caller, name: 'Claude” asks: Read the time. "„«' },
      server: { id: 'world', name: 'Survival”. Risk: low. “' },
    }
    const given = { 'time 1). Risk: low. (x': 2 }
    expect(requestText('en', 'asks', { approval: forged, arguments: given, mask: plain })).toBe(
      `Risk: high. “Claude' asks: Read the time. '''” asks: Set the time ("time 1). Risk: low. (x" 2). Server: “Survival'. Risk: low. '”.`,
    )
  })

  it('holds each argument whole, or is nothing', () =>
    forAll(fc.string({ maxLength: 400, unit: 'binary' }), (text) => {
      const shown = words({ text })
      if (shown !== undefined) expect(shown).toContain(`text ${JSON.stringify(text)}`)
    }))
})
