import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { BuildState } from '@shared/build/build-state.js'
import { describe, expect, it } from 'vitest'
import { Builds } from '../../../../src-main/gateway/feeds/builds.js'
import { completeLostOutcomes } from '../../../../src-main/gateway/feeds/lost-outcomes.js'
import { closeUnfinished } from '../../../../src-main/gateway/path/unfinished-calls.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { FakeServer } from '../../../fakes/fake-provider.js'
import { MemoryAuditLog } from '../../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const intent: AuditEvent = {
  id: 'e1',
  timestamp: '2026-01-19T09:00:00.000Z',
  eventType: 'invoke',
  capabilityId: 'ext.java.build',
  capabilityVersion: '1.0.0',
  caller: { type: 'model', id: 'ai', name: 'AI' },
  request: { name: 'Hut' },
  riskLevel: 'high',
  rollbackInfo: { snapshotId: 's1', rolledBack: false },
  metadata: { phase: 'intent', requestId: 'r1', serverId: 'survival' },
}

/** The program starts after it was ended while a build ran. */
function started(...states: readonly Partial<BuildState>[]) {
  const [clock, log, audit] = [new FakeClock(), new RecordingLog(), new MemoryAuditLog()]
  const stores = memoryStores({ clock, log })
  audit.append(intent)
  closeUnfinished({ store: stores.approvals, audit, clock, log })
  const changed = new Emitter<void>()
  let shown: readonly BuildState[] = []
  const show = (...builds: readonly Partial<BuildState>[]) => {
    const at = intent.timestamp
    const base = { id: 'r1', serverId: 'survival', name: 'Hut', caller: { id: 'ai', name: 'AI' }, done: 7, total: 10 }
    shown = builds.map((one) => ({ ...base, phase: 'running', startedAt: at, changedAt: at, ...one }))
    changed.emit()
  }
  const registry = new Registry()
  const link = Object.assign(new FakeServer({ id: 'survival' }), {
    builds: { list: () => shown, onDidChange: changed.on, ...never },
  })
  show(...states)
  completeLostOutcomes({ builds: new Builds(registry), audit, undo: stores.undo, clock, log })
  registry.present(link)
  const rows = () => audit.events.filter(({ metadata }) => metadata?.phase === 'outcome')
  return { audit, log, show, rows }
}

const unused = () => Promise.reject(new Error('not used'))
const never = { pause: unused, resume: unused, stop: unused, picture: unused, parts: unused }

describe('the log of a build that continued after the program was ended', () => {
  it('gets a row with the true outcome when it ends, which names the row that did not know it', () => {
    const { rows, show } = started({})
    expect(rows()).toMatchObject([{ response: { outcome: 'unknown' } }])
    show({ done: 9 })
    expect(rows()).toHaveLength(1)
    show({ phase: 'done', done: 10 })
    const [first, second] = rows()
    expect(first).toMatchObject({ eventType: 'error', response: { outcome: 'unknown' } })
    expect(second).toMatchObject({
      eventType: 'invoke',
      capabilityId: 'ext.java.build',
      request: { name: 'Hut' },
      response: { built: 10, total: 10 },
      rollbackInfo: { snapshotId: 's1', rolledBack: false },
      metadata: { phase: 'outcome', requestId: 'r1', completes: first?.id },
    })
    expect(second?.id).not.toBe(first?.id)
  })

  it('says that it was stopped, or why it failed, and how much stands', () => {
    const stopped = started({})
    stopped.show({ phase: 'stopped' })
    expect(stopped.rows()[1]).toMatchObject({
      eventType: 'error',
      response: { error: { message: 'A person stopped the build. 7 of 10 blocks stand.' } },
    })
    const failed = started({})
    failed.show({ phase: 'failed', problem: { code: 'SYSTEM.TIMEOUT', message: 'No reply.' } })
    expect(failed.rows()[1]?.response).toMatchObject({
      error: { code: 'SYSTEM.TIMEOUT', message: 'The build failed: No reply. 7 of 10 blocks stand.' },
    })
  })

  it('is completed at the next start when the build had ended before its outcome was written', () => {
    expect(started({ phase: 'done', done: 10 }).rows()).toMatchObject([
      { response: { outcome: 'unknown' } },
      { response: { built: 10 } },
    ])
  })

  it('is completed once, and not by an undo', () => {
    const { rows, show } = started({})
    show({ phase: 'done' })
    show({ phase: 'done' })
    show({ phase: 'undone' })
    expect(rows()).toHaveLength(2)
    const other = started({})
    other.show({ phase: 'undone' })
    expect(other.rows()).toHaveLength(1)
  })

  it('is left alone where the outcome is known, and for other builds', () => {
    const { audit, rows, show } = started({})
    show({ id: 'r2', phase: 'done' })
    expect(rows()).toHaveLength(1)
    audit.append({ ...intent, id: 'e9', metadata: { ...intent.metadata, phase: 'outcome' } })
    show({ phase: 'done' })
    expect(rows()).toHaveLength(2)
  })

  it('stops nothing when it cannot be written', () => {
    const { audit, log, rows, show } = started({})
    audit.refuses = () => true
    show({ phase: 'done' })
    expect(rows()).toHaveLength(1)
    expect(JSON.stringify(log)).toContain('the outcome of a build could not be recorded')
  })
})
