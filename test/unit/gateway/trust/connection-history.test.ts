import type { Server } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import type { ConnectionStore } from '../../../../src-main/gateway/ports/stores.js'
import { ConnectionHistory, maxEntriesPerServer } from '../../../../src-main/gateway/trust/connection-history.js'
import { Registry } from '../../../../src-main/gateway/trust/registry.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const base: Server = { id: 'a', name: 'A', kind: 'agent', state: 'connecting', capabilities: [], refused: [] }
const problem = { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'Nobody answers.' }

function scene(store: ConnectionStore = memoryStores().connections) {
  const registry = new Registry()
  const clock = new FakeClock()
  const log = new RecordingLog()
  const history = new ConnectionHistory({ registry, store, clock, log })
  const is = (change: Partial<Server>) =>
    registry.present({ server: { ...base, ...change }, invoke: () => Promise.reject(new Error('unused')) })
  const kinds = () => history.of('a').map(({ kind }) => kind)
  return { registry, clock, log, history, is, kinds }
}

describe('the history of a connection', () => {
  it('records when the server was added, connected, degraded and disconnected, and why', async () => {
    const { clock, history, is } = scene()
    is({})
    await clock.advance(2_000)
    is({ state: 'online' })
    await clock.advance(2_000)
    is({ state: 'degraded', strain: 'unwell', health: { tps: 9 } })
    await clock.advance(2_000)
    is({ state: 'offline', problem })
    expect(history.of('a')).toMatchObject([
      { kind: 'offline', problem },
      { kind: 'degraded', strain: 'unwell', tps: 9 },
      { kind: 'online' },
      { kind: 'began' },
    ])
  })

  it('records a state once: heartbeats and retries add no entry, another reason does', async () => {
    const { clock, kinds, history, is } = scene()
    is({ state: 'offline', problem })
    await clock.advance(2_000)
    is({ state: 'connecting' })
    is({ state: 'offline', problem: { ...problem, message: 'It was tried 10 times.' } })
    await clock.advance(2_000)
    expect(kinds()).toEqual(['offline', 'began'])
    is({ state: 'offline', problem: { code: 'AUTH.TOKEN_INVALID', message: 'The token is wrong.' } })
    await clock.advance(2_000)
    expect(history.of('a')[0]).toMatchObject({ problem: { code: 'AUTH.TOKEN_INVALID' } })
  })

  it('records one entry a second for a flapping server, and its last state', async () => {
    const { clock, history, is } = scene()
    is({ state: 'online' })
    for (let turn = 0; turn < 500; turn += 1) {
      is({ state: turn % 2 === 0 ? 'degraded' : 'online', strain: 'unwell' })
    }
    is({ state: 'offline', problem })
    expect(history.of('a')[0]).toMatchObject({ kind: 'offline' })
    await clock.advance(1_000)
    expect(history.of('a').map(({ kind }) => kind)).toEqual(['offline', 'online', 'began'])
  })

  it('is bounded', async () => {
    const { clock, kinds, is } = scene()
    for (let turn = 0; turn < maxEntriesPerServer + 20; turn += 1) {
      is({ state: turn % 2 === 0 ? 'online' : 'degraded', strain: 'silent' })
      await clock.advance(1_000)
    }
    expect(kinds()).toHaveLength(maxEntriesPerServer)
    expect(kinds()).not.toContain('began')
  })

  it('is kept when the server is removed, and records a restart when it is added again', async () => {
    const { registry, clock, kinds, is } = scene()
    is({ state: 'online' })
    await clock.advance(1_000)
    registry.withdraw('a')
    expect(kinds()).toEqual(['online', 'began'])
    is({ state: 'online' })
    expect(kinds()).toEqual(['online', 'began', 'online', 'began'])
  })

  it('affects nothing else when it cannot be written or read', () => {
    const fail = () => {
      throw new Error('disk is full')
    }
    const { log, kinds, is } = scene({ add: fail, read: fail })
    is({ state: 'online' })
    expect(kinds()).toEqual([])
    expect(JSON.stringify(log)).toContain('disk is full')
  })

  it('writes pending entries when it ends', () => {
    const store = memoryStores().connections
    const { history, is } = scene(store)
    is({ state: 'online' })
    is({ state: 'offline', problem })
    history.stop()
    expect(store.read('a', 10)[0]).toMatchObject({ kind: 'offline' })
  })
})
