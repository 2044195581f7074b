import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { isSubjectTyped } from '@shared/approvals/typed-subject.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subjectOf } from '../../../../src-main/policy/approvals/typed-subject.js'
import { forAll } from '../../../fixtures/properties.js'

const server = { id: 'ws://10.0.0.2:8765', name: 'Survival' }
const of = (capabilityId: string, given: JsonObject, on = server) =>
  subjectOf({ capabilityId, arguments: given, server: on })

// verifies: promise 14
describe('what one person alone types', () => {
  it.each([
    ['player.ban', { playerName: 'Steve', reason: 'Griefing' }, 'Steve'],
    ['player.kick', { playerName: '史蒂夫' }, '史蒂夫'],
    ['world.rule.set', { worldName: 'world', rule: 'logAdminCommands', value: false }, 'logAdminCommands'],
    ['system.reload', { pluginName: 'WorldEdit' }, 'WorldEdit'],
    ['ext.op.grant', { player: { name: 'Alex' }, level: 4 }, 'Alex'],
  ] as const)('of %s with %j is %s', (id, given, subject) => expect(of(id, given as JsonObject)).toBe(subject))

  it.each([
    ['system.restore', { backupId: 'backup-1' }],
    ['system.reload', {}],
    ['ext.server.stop', { reason: 'Steve' }],
    ['ext.op.grant', { player: '069a79f4-44e9-4726-a5be-fca90e38aaf5' }],
    ['player.ban', { playerName: ['Steve'] }],
  ] as const)('is the name of the server where %s with %j names nothing', (id, given) =>
    expect(of(id, given as unknown as JsonObject)).toBe('Survival'),
  )

  it.each([
    ['an invisible character', 'St\u200Beve'],
    ['a filler that is drawn as nothing', 'Steve\u3164'],
    ['another direction of writing', 'Steve\u202E'],
    ['two spaces', 'Ste  ve'],
    ['a space at the end', 'Steve '],
    ['a line break', 'Ste\nve'],
    ['more than 64 characters', 'S'.repeat(65)],
    ['nothing', ''],
  ])('is never a name with %s', (_what, playerName) => expect(of('player.ban', { playerName })).toBe('Survival'))

  it('falls back to the id where the name of the server cannot be typed', () => {
    expect(of('system.restore', {}, { id: 'farm', name: '\u200B' })).toBe('farm')
    expect(of('system.restore', {}, { id: '\u200B', name: '' })).toBe('system.restore')
  })

  it('ignores inherited members of an object', () => {
    expect(of('ext.op.grant', { constructor: 'x' })).toBe('Survival')
    expect(of('constructor', {})).toBe('Survival')
  })

  it('is never the id of the capability or of a backup, for any core action on a server with a name', () => {
    for (const [id, { type, examples = [] }] of coreCatalogue) {
      if (type !== 'action') continue
      for (const { parameters } of examples) expect(of(id, parameters as JsonObject)).not.toMatch(/^\w+\.\w|backup-/u)
    }
  })
})

describe('the typed text', () => {
  it('counts without spaces around it, and in either form of an accent', () => {
    expect(isSubjectTyped('  Steve ', 'Steve')).toBe(true)
    expect(isSubjectTyped('e\u0301', '\u00E9')).toBe(true)
  })

  it('must match the subject exactly: capitals and confusables differ', () => {
    for (const typed of ['steve', 'St\u0435ve', 'Stev', 'Steve!', '', undefined]) {
      expect([typed, isSubjectTyped(typed, 'Steve')]).toEqual([typed, false])
    }
  })

  it('can always be typed as it is shown', () =>
    forAll(fc.string({ unit: 'binary', maxLength: 80 }), (playerName) => {
      const subject = of('player.ban', { playerName })
      expect(isSubjectTyped(subject, subject)).toBe(true)
      expect(subject).not.toBe('')
    }))
})
