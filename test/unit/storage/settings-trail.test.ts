import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { followSettings, knownSettingsFile } from '../../../src-main/storage/settings-trail.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
let audit: MemoryAuditLog
beforeEach(() => {
  audit = new MemoryAuditLog()
})

/** The program with these settings, until they are changed. */
function start(settings: Partial<Settings> = {}) {
  const changes = new Emitter<Settings>()
  let now = { ...defaultSettings, ...settings }
  const store = { get: () => now, onDidChange: changes.on }
  followSettings({ profile: profile(), settings: store, audit, clock: new FakeClock(), log: new RecordingLog() })
  return (change: Partial<Settings>) => {
    now = { ...now, ...change }
    changes.emit(now)
  }
}
const said = () => audit.events.map(({ capabilityId, request }) => [capabilityId, request])
const farm = { id: 'farm', name: 'Farm', address: 'wss://farm:1' }
const lowered = { before: { criticalQuorum: 0 }, after: { criticalQuorum: 1 } }

describe('a change of the settings that decide about calls', () => {
  it('is in the trail with before and after, and one of the theme is not', () => {
    const change = start()
    change({ theme: 'dark' })
    expect(said()).toEqual([])
    change({ criticalQuorum: 1 })
    expect(said()).toEqual([['system.settings.change', lowered]])
  })

  it('names the posture and the built-in rules that were switched', () => {
    const change = start()
    change({ posture: 'specification' })
    change({ builtInRules: { 'built-in:kick': true } })
    expect(said()).toEqual([
      ['system.settings.change', { before: { posture: 'balanced' }, after: { posture: 'specification' } }],
      ['system.settings.change', { before: { builtInRules: {} }, after: { builtInRules: { 'built-in:kick': true } } }],
    ])
  })

  it('is found when it was made while the program did not run, and recorded once', () => {
    start()
    start({ criticalQuorum: 1 })
    start({ criticalQuorum: 1 })
    expect(said()).toEqual([['system.settings.change', lowered]])
  })

  it('is recorded the next time when it could not be written', () => {
    audit.refuses = () => true
    start()({ criticalQuorum: 1 })
    audit.refuses = () => false
    start({ criticalQuorum: 1 })
    expect(said()).toEqual([['system.settings.change', lowered]])
  })

  it('names servers that were added, got another certificate, or were removed', () => {
    const change = start()
    const pinned = { ...farm, certificate: 'AB:CD' }
    change({ servers: [farm] })
    change({ servers: [pinned] })
    change({ servers: [] })
    expect(said()).toEqual([
      ['system.server.add', { after: farm }],
      ['system.server.edit', { before: farm, after: pinned }],
      ['system.server.remove', { before: pinned }],
    ])
  })

  it('is compared with the defaults when the previous settings cannot be read', () => {
    writeFileSync(path.join(profile(), knownSettingsFile), '{')
    start({ criticalQuorum: 1 })
    expect(said()).toEqual([['system.settings.change', lowered]])
  })
})
