import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { createWayTrial } from '../../../../src-main/owner/servers/way-trial.js'
import type { ConsoleConnection, ServerFiles, ServerWay } from '../../../../src-main/providers/java/ports.js'
import type { LinkState } from '../../../../src-main/providers/java/reconnecting-connection.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { until } from '../../../fixtures/until.js'

const given = { server: { address: 'ssh://mc@vps.example/srv' }, secrets: {} }

function consoleThat(ends: LinkState, run: ConsoleConnection['run'] = async () => ''): ConsoleConnection {
  const listeners: ((state: LinkState) => void)[] = []
  return {
    state: { kind: 'connecting' },
    onDidChangeState: (listener) => {
      listeners.push(listener)
      return () => {}
    },
    start: () => {
      for (const listener of listeners) listener(ends)
    },
    reconnect: () => {},
    stop: () => {},
    run,
  }
}

const filesWith = (...names: readonly string[]): ServerFiles =>
  ({
    withFile: async (path: string) => {
      if (!names.includes(path)) throw new GatewayError('BUSINESS.OPERATION_FAILED', { details: { path } })
    },
  }) as unknown as ServerFiles

function scene(way: Omit<ServerWay, 'stop'>) {
  const clock = new FakeClock()
  const state = { stopped: 0 }
  const open = () => ({
    ...way,
    stop: async () => {
      state.stopped += 1
    },
  })
  const trial = createWayTrial({
    open,
    list: async () => [],
    serverOf: () => undefined,
    secretsOf: () => ({}),
    clock,
  })
  return { clock, state, trial }
}

describe('the test of a way to a server', () => {
  it('reports each part, says what the way lacks, and closes it', async () => {
    const { trial, state } = scene({
      console: consoleThat({ kind: 'online' }),
      openFiles: async () => filesWith('server.properties'),
    })
    expect(await trial.tryNew(given)).toMatchObject([
      { part: 'console', state: 'works' },
      { part: 'log', state: 'failed', problem: { details: { path: 'logs/latest.log' } } },
      { part: 'files', state: 'works' },
      { part: 'power', state: 'missing' },
    ])
    expect(state.stopped).toBe(1)
  })

  it('passes on what a person must accept', async () => {
    const problem = new GatewayError('AUTH.HOST_KEY_UNKNOWN', { details: { fingerprint: 'SHA256:abc' } }).toContract()
    const { trial } = scene({ console: consoleThat({ kind: 'offline', problem }) })
    expect(await trial.tryNew(given)).toMatchObject([
      { part: 'console', state: 'failed', problem: { code: problem.code, details: { fingerprint: 'SHA256:abc' } } },
      { part: 'log', state: 'missing' },
      { part: 'files', state: 'missing' },
      { part: 'power', state: 'missing' },
    ])
  })

  it('is failed when the console connects and does not answer', async () => {
    const { trial } = scene({
      console: consoleThat({ kind: 'online' }, async () => {
        throw new GatewayError('SYSTEM.TIMEOUT')
      }),
    })
    const [console] = await trial.tryNew(given)
    expect(console).toMatchObject({ state: 'failed', problem: { code: 'SYSTEM.TIMEOUT' } })
  })

  it('ends when a part takes too long', async () => {
    const { trial, clock, state } = scene({ openFiles: () => new Promise(() => {}) })
    const tried = trial.tryNew(given)
    await until(() => clock.waiting > 0)
    await clock.advance(60_000)
    expect(await tried).toContainEqual(expect.objectContaining({ part: 'files', state: 'failed' }))
    expect(state.stopped).toBe(1)
  })

  it('is refused for an agent, for an unknown server, and when two run', async () => {
    const { trial } = scene({ openFiles: () => new Promise(() => {}) })
    const address = 'ws://127.0.0.1:8765'
    await expect(trial.tryNew({ server: { address }, secrets: {} })).rejects.toThrow()
    await expect(trial.check('nobody')).rejects.toMatchObject({ code: 'PROTOCOL.SERVER_NOT_FOUND' })
    void trial.tryNew(given)
    void trial.tryNew(given)
    await expect(trial.tryNew(given)).rejects.toMatchObject({ code: 'SYSTEM.RATE_LIMITED' })
  })
})
