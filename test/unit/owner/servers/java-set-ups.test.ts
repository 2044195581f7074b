import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { GivenServer } from '@shared/servers/added-server.js'
import type { OnlineNow, SetupStep } from '@shared/servers/java-server.js'
import { describe, expect, it, vi } from 'vitest'
import { JavaSetUps, rconPortsOf } from '../../../../src-main/owner/servers/java-set-ups.js'
import type { RunningState } from '../../../../src-main/providers/java/setup/server-running.js'
import { ServerSetup } from '../../../../src-main/providers/java/setup/server-setup.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const root = folderForEach()

const before = '#Minecraft server properties\nenable-rcon=false\nrcon.password=\nrcon.port=25575\nmotd=Hello\n'

function scene(running: RunningState) {
  const folder = path.join(root(), 'survival')
  mkdirSync(folder)
  const file = path.join(folder, 'server.properties')
  writeFileSync(file, before)
  const clock = new FakeClock()
  let state = running
  let connection: 'online' | 'connecting' | 'offline' = 'offline'
  const added = new Map<string, GivenServer>()
  let online: OnlineNow | undefined
  let refused = false
  const reconnected: string[] = []
  const lock = path.join(folder, 'world', 'session.lock')
  mkdirSync(path.dirname(lock))
  writeFileSync(lock, '\u2603')
  const lockOf = async () => (({ running: 'held', stopped: 'free', unknown: 'unseen' }) as const)[state]
  const probes = { lockOf, isPortOpen: async () => false }
  const setUps = new JavaSetUps({
    setup: new ServerSetup({ profile: root(), now: () => clock.now(), newPassword: () => 'generated-secret', probes }),
    repository: {
      add: (given) => {
        if (refused) throw new Error('not remembered')
        added.set('java:1', given)
        return 'java:1'
      },
      remove: async (id) => void added.delete(id),
      reconnect: (id) => void reconnected.push(id),
      entry: (id) => {
        const server = added.get(id)?.server
        return server && { ...(server.folder && { folder: server.folder }) }
      },
    },
    stateOf: () => connection,
    problemOf: () => ({ code: 'PROTOCOL.CONNECTION_FAILED', message: 'Nothing answers.' }),
    running: async () => state,
    online: async () => online,
    clock,
    log: new RecordingLog(),
  })
  const steps: SetupStep[] = []
  setUps.onDidChange((list) => steps.push(...list.map(({ step }) => step)))
  /** Time passes until it has come to this step. */
  const until = (step: SetupStep, more: object = {}) =>
    vi.waitFor(
      () => {
        clock.advance(2_000)
        expect(setUps.list()).toMatchObject([{ step, ...more }])
      },
      { interval: 5, timeout: 45_000 },
    )
  const apply = async () => {
    const plan = await setUps.plan(folder, new Map())
    return setUps.apply(plan.id)
  }
  return {
    setUps,
    folder,
    file,
    added,
    reconnected,
    steps,
    until,
    pass: (ms: number) => clock.advance(ms),
    apply,
    say: (next: OnlineNow | undefined) => {
      online = next
    },
    refuse: () => {
      refused = true
    },
    set: (next: RunningState) => {
      state = next
    },
    connect: (next: typeof connection) => {
      connection = next
    },
  }
}

describe('the set-up of a Java server', () => {
  it('writes nothing before it is applied', async () => {
    const { setUps, folder, file, added } = scene('running')
    await setUps.plan(folder, new Map())
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(added.size).toBe(0)
  })

  it('continues from the stop to the start to the connection automatically', async () => {
    const { setUps, steps, until, apply, set, connect, added } = scene('running')
    expect(await apply()).toMatchObject({ step: 'waiting-for-stop', changedLines: 2 })
    expect(added.get('java:1')).toMatchObject({
      server: { address: 'rcon://127.0.0.1:25575' },
      secrets: { token: 'generated-secret' },
    })
    set('stopped')
    await until('waiting-for-start')
    set('running')
    await until('connecting')
    connect('online')
    await until('connected')
    expect([...new Set(steps)]).toEqual(['waiting-for-stop', 'waiting-for-start', 'connecting', 'connected'])
    setUps.stop()
  })

  it('says so when the server wrote its old settings over the change', async () => {
    const { setUps, file, until, apply, set } = scene('running')
    await apply()
    set('stopped')
    await until('waiting-for-start')
    writeFileSync(file, before)
    set('running')
    await until('lines-lost')
    setUps.stop()
  })

  it('reconnects while the server runs, and says why when it stays away', async () => {
    const { setUps, reconnected, until, apply, set, pass } = scene('stopped')
    expect(await apply()).toMatchObject({ step: 'waiting-for-start' })
    set('running')
    await until('connecting', { problem: { message: 'Nothing answers.' } })
    const attempts = reconnected.length
    await vi.waitFor(
      () => {
        pass(2_000)
        expect(reconnected.length).toBeGreaterThan(attempts)
      },
      { interval: 5, timeout: 45_000 },
    )
    setUps.stop()
  })

  it('puts the file back byte for byte and removes the server', async () => {
    const { setUps, file, apply, added } = scene('running')
    await apply()
    expect(readFileSync(file, 'utf8')).toContain('enable-rcon=true')
    expect(await setUps.written('java:1')).toMatchObject({ file })
    await setUps.restoreFile('java:1')
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect([added.size, setUps.list().length]).toEqual([0, 0])
    setUps.stop()
  })

  it('still expects the changed lines from a server that may have restarted unseen', async () => {
    const { setUps, folder, file, apply, set } = scene('running')
    await apply()
    set('unknown')
    await setUps.restoreFile('java:1')
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(readdirSync(folder).some((name) => name.endsWith('.backup'))).toBe(true)
    setUps.stop()
  })

  it('asks for a stop before it puts the file back under a server that runs with it', async () => {
    const { setUps, file, until, apply, set, connect, added } = scene('running')
    await apply()
    expect(await setUps.written('java:1')).not.toHaveProperty('running')
    set('stopped')
    await until('waiting-for-start')
    set('running')
    connect('online')
    await until('connected')
    expect(await setUps.written('java:1')).toMatchObject({ file, running: true })
    await expect(setUps.restoreFile('java:1')).rejects.toMatchObject({ details: { why: 'setup-runs' } })
    expect([added.size, readFileSync(file, 'utf8').includes('enable-rcon=true')]).toEqual([1, true])
    set('stopped')
    expect(await setUps.written('java:1')).not.toHaveProperty('running')
    await setUps.restoreFile('java:1')
    expect([added.size, readFileSync(file, 'utf8')]).toEqual([0, before])
    setUps.stop()
  })

  it('connects to no other computer because a file names it', async () => {
    const { setUps, file, added } = scene('stopped')
    writeFileSync(file, 'enable-rcon=true\nrcon.password=long enough\nserver-ip=203.0.113.7\n')
    const refused = setUps.plan(path.dirname(file), new Map())
    await expect(refused).rejects.toMatchObject({ details: { why: 'setup-other-computer' } })
    expect(added.size).toBe(0)
    setUps.stop()
  })

  it('says who is online until the server stops', async () => {
    const { setUps, until, apply, set, say } = scene('running')
    say({ count: 2, names: ['Alex', 'Steve'] })
    await apply()
    await until('waiting-for-stop', { online: { count: 2, names: ['Alex', 'Steve'] } })
    say({ count: 1, names: ['Alex'] })
    await until('waiting-for-stop', { online: { count: 1 } })
    set('stopped')
    await until('waiting-for-start')
    expect(setUps.list()[0]).not.toHaveProperty('online')
    setUps.stop()
  })

  it('leaves the file as it was when the server cannot be remembered', async () => {
    const { setUps, file, apply, refuse } = scene('stopped')
    refuse()
    await expect(apply()).rejects.toThrow('not remembered')
    expect(readFileSync(file, 'utf8')).toBe(before)
    setUps.stop()
  })

  it('applies a plan once', async () => {
    const { setUps, folder } = scene('running')
    const plan = await setUps.plan(folder, new Map())
    await setUps.apply(plan.id)
    await expect(setUps.apply(plan.id)).rejects.toThrow('no longer open')
    setUps.stop()
  })
})

it('RCON ports in use are those of known servers on this computer', () => {
  const server = (name: string, address: string) => ({ id: name, name, address })
  const servers = [
    server('Survival', 'rcon://127.0.0.1:25575'),
    server('Away', 'rcon://192.168.1.9:25576'),
    server('Agent', 'ws://127.0.0.1:8765'),
  ]
  expect([...rconPortsOf(servers)]).toEqual([[25_575, 'Survival']])
})
