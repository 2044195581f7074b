import { setTimeout as realTime } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConsoleConnection, LogLines } from '../../../src-main/providers/java/ports.js'
import {
  createPanelWay,
  describePanelServer,
  listPanelServers,
  type PanelWay,
  panelAddressOf,
  panelWayOf,
} from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { FakeClock, settled } from '../../fakes/fake-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { within } from '../../fakes/java/console-process.js'
import { PanelScene, type PanelSceneOptions, sceneUuid } from '../../fakes/java/panel/panel-scene.js'
import { first, second } from '../../fixtures/certificates.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Scene {
  readonly scene: PanelScene
  readonly clock: FakeClock
  readonly way: PanelWay
  readonly console: ConsoleConnection
  /** Lines of the log, after a poll. */
  readonly lines: string[]
  readonly log: LogLines
}

async function open(options: Partial<PanelSceneOptions> & { readonly isStopped?: true } = {}): Promise<Scene> {
  const clock = new FakeClock()
  const model = new ModelConsole({ version: '1.21.4', world: new MemoryWorld() })
  const run = async (command: string) => (await model.run(command)).split('\n').filter((line) => line !== '')
  const scene = await PanelScene.start({ clock, run, ...options })
  closers.push(() => scene.close())
  if (!options.isStopped) scene.node.process.start()
  const way = panelWayOf(scene.address, scene.deps)
  closers.push(() => way.stop())
  const lines: string[] = []
  const log = way.openLog?.({
    startsAtEnd: true,
    onLines: (found) => {
      lines.push(...found.map(({ text }) => text))
      return Promise.resolve(true)
    },
  })
  const { console } = way
  if (!console || !log) throw new Error('A panel has a console and a log.')
  return { scene, clock, way, console, lines, log }
}

/** Moves the clock until it is so. Sockets that encrypt get real time with each step, so that no limit passes before them. */
async function until(clock: FakeClock, condition: () => boolean, stepMs = 100): Promise<void> {
  for (let steps = 0; !condition(); steps += 1) {
    if (steps > 2_000) throw new Error('It did not come to it.')
    await clock.advance(stepMs)
    await realTime(5)
  }
}

async function connected(options?: Parameters<typeof open>[0]): Promise<Scene> {
  const found = await open(options)
  found.console.start()
  await until(found.clock, () => found.console.state.kind === 'online')
  return found
}

const reasonOf = ({ state }: ConsoleConnection) =>
  state.kind === 'offline' ? state.problem.details?.reason : state.kind

describe.each(['pterodactyl', 'pelican'] as const)('a server at a host with %s', (kind) => {
  it('runs commands and reads the log while players chat', async () => {
    const { scene, clock, console, lines, log } = await connected({ kind })
    const listing = console.run('list')
    scene.node.process.say('<Mallory> There are 99 of a max of 100 players online:')
    expect(await within(clock, listing)).toMatch(/^There are 0 of a max of 20 players online:/u)
    scene.node.process.say('<Steve> hello')
    await until(clock, () => scene.node.process.kept.length > 0)
    await settled()
    await log.poll()
    expect(lines).toContain('[12:00:01] [Server thread/INFO]: <Steve> hello')
    // Replies are lines of the log; what was typed and end marks are not.
    expect(lines.filter((line) => !line.startsWith('[') || line.includes('storage'))).toEqual([])
  })

  it('sends one line only', async () => {
    const { scene, console } = await connected({ kind })
    for (const command of ['say hi\nstop', 'say hi\rstop', 'say hi\u2028stop', 'say \u0000']) {
      await expect(console.run(command)).rejects.toMatchObject({ details: { reason: 'control-character' } })
    }
    await settled()
    expect(scene.node.process.input).toEqual([])
  })

  it('sends nothing to a stopped server, and continues when it starts', async () => {
    const { scene, clock, console } = await open({ kind, isStopped: true })
    console.start()
    await until(clock, () => reasonOf(console) === 'stopped')
    await expect(console.run('list')).rejects.toMatchObject({ details: { reason: 'stopped' } })
    scene.node.process.start()
    await until(clock, () => console.state.kind === 'online')
    expect(await within(clock, console.run('list'))).toContain('players online')
  })

  it('says which right the account lacks instead of losing commands', async () => {
    const { clock, console, scene } = await open({ kind, permissions: ['websocket.connect', 'file.read'] })
    console.start()
    await until(clock, () => reasonOf(console) === 'no-permission')
    await expect(console.run('list')).rejects.toMatchObject({
      code: 'PERMISSION.DENIED',
      details: { missing: 'control.console' },
    })
    expect(scene.node.process.input).toEqual([])
  })

  it('renews its ticket before it expires, on the same connection', async () => {
    const { scene, clock, console } = await connected({ kind })
    const states: string[] = []
    console.onDidChangeState(({ kind }) => states.push(kind))
    for (let minute = 0; minute < 45; minute += 1) await clock.advance(60_000)
    expect(states).toEqual([])
    expect(scene.node.consoles).toBe(1)
    expect(await within(clock, console.run('list'))).toContain('players online')
  })

  it('reads the lines of a time without connection once', async () => {
    const { scene, clock, console, lines, log } = await connected({ kind })
    scene.node.process.say('<Steve> before')
    await settled()
    scene.node.disconnect()
    await until(clock, () => console.state.kind !== 'online')
    scene.node.process.say('<Steve> meanwhile')
    await until(clock, () => console.state.kind === 'online')
    scene.node.process.say('<Steve> after')
    await settled()
    await log.poll()
    expect(lines.map((line) => line.slice(line.indexOf('<')))).toEqual([
      '<Steve> before',
      '<Steve> meanwhile',
      '<Steve> after',
    ])
  })

  it('says while lines of a time without connection may still come', async () => {
    const { scene, clock, console, log } = await connected({ kind })
    await clock.advance(5_000)
    expect(log.isBehind).toBe(false)
    scene.node.disconnect()
    await until(clock, () => console.state.kind !== 'online')
    expect(log.isBehind).toBe(true)
    await until(clock, () => console.state.kind === 'online')
    expect(log.isBehind).toBe(true)
    await clock.advance(5_000)
    expect(log.isBehind).toBe(false)
  })

  it('keeps little of what a node repeats, and knows a long line again', async () => {
    const { scene, clock, way, console, lines, log } = await open({ kind })
    const earlier: string[] = []
    const earlierLog = way.openLog?.({
      startsAtEnd: true,
      onLines: () => Promise.resolve(true),
      onEarlier: (found) => void earlier.push(...found.map(({ text }) => text)),
    })
    for (let count = 0; count < 100; count += 1) scene.node.process.print(`${count} ${'x'.repeat(60_000)}`)
    console.start()
    await until(clock, () => console.state.kind === 'online')
    scene.node.process.print(`101 ${'y'.repeat(60_000)}`)
    scene.node.process.print('102 short')
    await settled()
    await earlierLog?.poll()
    expect(Math.max(...earlier.map(({ length }) => length))).toBe(16_384)
    expect(earlier.join('').length).toBeLessThanOrEqual(1_048_576)
    scene.node.disconnect()
    await until(clock, () => console.state.kind !== 'online')
    await until(clock, () => console.state.kind === 'online')
    await log.poll()
    // A longer line is none of the log; its beginning does not become one.
    expect(lines.filter((line) => line.startsWith('10')).map((line) => line.slice(0, 9))).toEqual(['102 short'])
  })

  it('starts and stops the server, and knows its state', async () => {
    const { scene, clock, way } = await connected({ kind })
    expect(await way.power?.state()).toBe('running')
    await way.power?.stop()
    await until(clock, () => scene.node.process.state === 'offline')
    await settled()
    expect(await way.power?.state()).toBe('stopped')
    await way.power?.start()
    expect(scene.node.process.state).toBe('running')
  })

  it.each(['suspended', 'maintenance', 'installing', 'transferring'] as const)(
    'says that the server is %s',
    async (state) => {
      const { scene, clock, console } = await open({ kind })
      scene.panel.state = state
      console.start()
      await until(clock, () => console.state.kind === 'offline')
      expect(reasonOf(console)).toBe(state)
    },
  )
})

describe('the console of a panel', () => {
  it('connects only to the node that the owner accepted, and names the other', async () => {
    const { scene, clock, console } = await open()
    scene.panel.namedNode = 'http://127.0.0.1:1'
    console.start()
    await until(clock, () => console.state.kind === 'offline')
    expect(reasonOf(console)).toBe('node-not-accepted')
    expect(console.state).toMatchObject({ problem: { details: { node: '127.0.0.1:1' } } })
    expect(console.state).not.toHaveProperty('retryMs')
  })

  it('says that the node belongs to another address of the panel', async () => {
    const { scene, clock, console } = await open()
    scene.node.panelOrigin = 'https://panel.example'
    console.start()
    await until(clock, () => console.state.kind === 'offline')
    expect(reasonOf(console)).toBe('origin-refused')
  })

  it('gets a new ticket when the node was started after the first', async () => {
    const { scene, clock, console } = await open()
    scene.node.startedAt = clock.now().getTime() + 5_000
    console.start()
    await until(clock, () => console.state.kind !== 'connecting', 1_000)
    expect(reasonOf(console)).toBe('console-refused')
    await until(clock, () => console.state.kind === 'online', 1_000)
  })

  it('waits when it sent as much as Pelican takes, and nothing is dropped', async () => {
    const { scene, clock, console } = await connected({ kind: 'pelican' })
    const started = clock.elapsed()
    for (let index = 0; index < 12; index += 1) await within(clock, console.run(`say ${index}`))
    expect(scene.node.process.input.filter((line) => line.startsWith('say'))).toHaveLength(12)
    expect(scene.log.problems).toEqual([])
    // Two lines a command, of which eight went at once.
    expect(clock.elapsed() - started).toBeGreaterThan(15_000)
  })

  it('says that the outcome is unknown when the node drops a command all the same', async () => {
    const { scene, clock, console } = await connected({ kind: 'pelican' })
    await within(clock, console.run('list'))
    // Somebody else uses the same connection's worth: the model counts for each console.
    vi.spyOn(scene.deps.budgets.of(scene.panel.origin, scene.key), 'command').mockResolvedValue()
    const replies = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => within(clock, console.run(`say ${index}`))),
    )
    const refused = replies.flatMap((reply) =>
      reply.status === 'rejected' ? [reply.reason as { details: unknown }] : [],
    )
    expect(refused.length).toBeGreaterThan(0)
    expect(scene.log.problems.map(({ message }) => message)).toContain(
      'The panel dropped a command, because too many were sent',
    )
    await until(clock, () => console.state.kind === 'online')
  })
})

describe('the list of servers of an account', () => {
  it('names each server, its node and the rights that are missing', async () => {
    const { scene } = await open({ permissions: ['websocket.connect', 'control.console', 'file.read'] })
    const [server] = await listPanelServers(scene.address, scene.deps)
    expect(server).toMatchObject({ name: 'Survival', identifier: '11111111', uuid: sceneUuid, nodeName: 'Frankfurt 3' })
    const described = await describePanelServer(scene.address, '11111111', scene.deps)
    expect(described).toMatchObject({ node: scene.node.host, sftp: { host: '127.0.0.1' } })
    expect(described.missing).toContain('file.read-content')
    expect(described.missing).not.toContain('control.console')
  })

  it('leads to a server by its short identifier too', async () => {
    const { scene, clock } = await open({ kind: 'pelican' })
    const way = panelWayOf({ ...scene.address, server: '11111111' }, scene.deps)
    closers.push(() => way.stop())
    way.console?.start()
    await until(clock, () => way.console?.state.kind === 'online')
    expect(scene.panel.requests.filter((request) => request.includes('/servers/11111111/'))).toEqual([])
    const other = panelWayOf({ ...scene.address, server: '22222222' }, scene.deps)
    closers.push(() => other.stop())
    other.console?.start()
    await until(clock, () => other.console?.state.kind === 'offline')
    expect(other.console?.state).toMatchObject({ problem: { details: { reason: 'no-server' } } })
  })

  it.each([
    ['ptla_', 'application-key'],
    ['papp_', 'application-key'],
    ['ptlc_', 'wrong-key'],
  ])('refuses a key that begins with %s and is not one of the account', async (prefix, reason) => {
    const { scene } = await open()
    const account = { ...scene.address, key: `${prefix}${'x'.repeat(43)}` }
    await expect(listPanelServers(account, scene.deps)).rejects.toMatchObject({ details: { reason } })
    const seen = scene.panel.requests.length
    expect(seen).toBe(reason === 'wrong-key' ? 1 : 0)
  })

  it('follows no redirect and reads no page', async () => {
    const { scene } = await open()
    for (const page of [{ status: 302, location: 'http://127.0.0.1:1/' }, { status: 200 }, { status: 403 }]) {
      scene.panel.page = page
      await expect(listPanelServers(scene.address, scene.deps)).rejects.toMatchObject({
        details: { reason: 'not-a-panel' },
      })
    }
    expect(scene.panel.requests).toHaveLength(3)
  })

  it('never shows its key or a ticket in the log or an error', async () => {
    const { scene, clock, console } = await connected()
    await within(clock, console.run('list'))
    scene.panel.keys.clear()
    scene.node.disconnect()
    await until(clock, () => reasonOf(console) === 'wrong-key')
    const shown = JSON.stringify([scene.log.lines, console.state])
    expect(shown).not.toContain(scene.key)
    // Every ticket of the model begins so.
    expect(shown).not.toContain(scene.node.sign({}).slice(0, 6))
  })

  it('is not asked for without a stored key', async () => {
    const { scene } = await open()
    const { port } = new URL(scene.panel.origin)
    const address = { kind: 'pterodactyl', host: '127.0.0.1', port: Number(port), server: sceneUuid } as const
    const way = createPanelWay({ id: 'java:x', address: 'pterodactyl://x/y' }, address, {}, scene.deps)
    expect(way.problem?.details).toMatchObject({ reason: 'key-missing' })
    expect(way.console).toBeUndefined()
    expect(scene.panel.requests).toEqual([])
  })

  it.each([
    ['panel.example', 443, false, 'https://panel.example:443'],
    ['192.168.1.5', 8080, false, 'https://192.168.1.5:8080'],
    ['localhost', 80, false, 'http://localhost:80'],
    ['127.0.0.1', 8443, true, 'https://127.0.0.1:8443'],
    ['::1', 443, false, 'https://[::1]:443'],
  ])('at %s:%i is asked over TLS unless it is on this computer', (host, port, hasCertificate, address) => {
    expect(panelAddressOf({ host, port }, hasCertificate)).toBe(address)
  })

  it('sends no key over plain text to another computer', async () => {
    const { scene } = await open()
    const deps = { ...scene.deps, resolve: () => Promise.resolve([{ address: '192.168.1.20', family: 4 }]) }
    await expect(listPanelServers({ ...scene.address, address: 'http://panel.lan' }, deps)).rejects.toMatchObject({
      details: { reason: 'address-refused' },
    })
  })

  it('says that a key belongs to other addresses', async () => {
    const { scene } = await open()
    scene.panel.keys.set(scene.key, { permissions: ['*'], isElsewhere: true })
    await expect(listPanelServers(scene.address, scene.deps)).rejects.toMatchObject({
      details: { reason: 'key-from-elsewhere' },
    })
  })
})

describe('a panel with a certificate of its own', () => {
  it('is reached only with the certificate that a person trusted; its node with one of an authority or trusted itself', async () => {
    const { scene, clock } = await open({ identity: first })
    const options = { ...scene.address }
    await expect(listPanelServers(options, scene.deps)).rejects.toMatchObject({
      code: 'AUTH.CERTIFICATE_UNKNOWN',
      details: { fingerprint: first.fingerprint },
    })
    await expect(listPanelServers({ ...options, certificate: second.fingerprint }, scene.deps)).rejects.toMatchObject({
      code: 'AUTH.CERTIFICATE_CHANGED',
    })
    expect(scene.panel.requests).toEqual([])
    const trusted = { ...options, certificate: first.fingerprint }
    expect(await listPanelServers(trusted, scene.deps)).toHaveLength(1)
    const cases = [
      { problem: 'AUTH.CERTIFICATE_UNKNOWN' },
      { pin: { nodeCertificate: second.fingerprint }, problem: 'AUTH.CERTIFICATE_CHANGED' },
      { pin: { nodeCertificate: first.fingerprint } },
      { authorities: [first.cert] },
    ]
    for (const { authorities, pin, problem } of cases) {
      const way = panelWayOf({ ...trusted, ...pin }, { ...scene.deps, ...(authorities && { authorities }) })
      closers.push(() => way.stop())
      way.console?.start()
      await until(clock, () => way.console?.state.kind !== 'connecting')
      expect(way.console?.state.kind).toBe(problem ? 'offline' : 'online')
      if (way.console?.state.kind === 'offline') {
        const { details } = way.console.state.problem
        expect(details).toMatchObject({ fingerprint: first.fingerprint, of: 'node' })
      }
      const files = await way.openFiles?.()
      scene.node.files.put('world/region/r.0.0.mca', Buffer.alloc(5 * 1024 * 1024))
      const read = files?.read('world/region/r.0.0.mca', 6 * 1024 * 1024)
      if (problem) await expect(read).rejects.toMatchObject({ code: problem })
      else expect((await read)?.length).toBe(5 * 1024 * 1024)
    }
  })
})
