import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GatewayError } from '../../../src-main/contract/gateway-error.js'
import { boxOf } from '../../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import type {
  McsManagerAddress,
  McsManagerDeps,
} from '../../../src-main/providers/java/ways/mcsmanager/mcsmanager-client.js'
import { mcsManagerWayOf } from '../../../src-main/providers/java/ways/mcsmanager/mcsmanager-way.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { within } from '../../fakes/java/console-process.js'
import { McsManagerModel, modelKey } from '../../fakes/java/mcsmanager-model.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { first, second } from '../../fixtures/certificates.js'
import records from '../../fixtures/java/mcsmanager-records.json' with { type: 'json' }

let model: McsManagerModel
const closers: (() => unknown)[] = []
beforeEach(async () => {
  const server = new ModelConsole({ version: '1.21.4', world: new MemoryWorld() })
  model = await McsManagerModel.start((command) => server.messages(command))
  closers.push(() => model.stop())
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const clock = new FakeClock()
function wayTo(change: Partial<McsManagerAddress> = {}, deps: Pick<McsManagerDeps, 'resolve'> = {}) {
  const way = mcsManagerWayOf({ ...model.address, ...change }, { clock, log: new RecordingLog(), ...deps })
  closers.push(() => way.stop())
  if (!way.console || !way.openFiles || !way.power) throw new Error('MCSManager has these ports.')
  return { console: way.console, openFiles: way.openFiles, power: way.power, way }
}

const problemOf = async (promise: Promise<unknown>): Promise<GatewayError> => {
  const thrown = await promise.then(
    (value) => new Error(`resolved: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (!(thrown instanceof GatewayError)) throw thrown
  return thrown
}

const online = async (console: ReturnType<typeof wayTo>['console']) => {
  console.start()
  await vi.waitFor(() => expect(console.state.kind).toBe('online'), { timeout: 20_000 })
}
const offline = async (console: ReturnType<typeof wayTo>['console']) => {
  console.start()
  await vi.waitFor(() => expect(console.state.kind).toBe('offline'), { timeout: 20_000 })
  return console.state.kind === 'offline' ? console.state.problem : undefined
}

describe('the model of MCSManager', () => {
  it('answers what the real panel was recorded to answer', async () => {
    model.files.set('/server.properties', Buffer.from('new bytes\n'))
    model.files.set('/a.txt', Buffer.from('a'))
    const compared = [
      'stream_channel',
      'open while running',
      'list files',
      'list a missing folder',
      'list outside',
      'move onto an existing file',
      'delete what is missing',
      'download',
      'upload',
      'stop',
      'restart',
    ]
    for (const name of compared) {
      const record = records.requests.find((one) => one.name === name)
      if (!record?.request) throw new Error(`There is no record of ${name}.`)
      const { method, path: place, body } = record.request as { method: string; path: string; body?: object }
      const response = await fetch(`${model.address.address}/api${place}`, {
        method,
        headers: { 'x-request-api-key': modelKey, connection: 'close' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as { status: number; data: unknown }
      const scrubbed = JSON.parse(
        JSON.stringify(answer.data)
          .replaceAll(/"password":"[0-9a-f]+"/gu, '"password":"PASSWORD"')
          .replaceAll(/localhost:\d+/gu, 'localhost:31201'),
      ) as unknown
      expect([name, response.status, scrubbed]).toEqual([name, record.status, (record.body as { data: unknown }).data])
    }
  })
})

describe('a server at a host with MCSManager', () => {
  it('answers commands, and shows its log', async () => {
    const { console, way, power } = wayTo()
    const lines: string[] = []
    const log = way.openLog?.({
      startsAtEnd: true,
      onLines: async (found) => {
        lines.push(...found.map(({ text }) => text))
        return true
      },
    })
    await online(console)
    expect(await within(clock, console.run('list'))).toBe('There are 0 of a max of 20 players online: ')
    expect(await power.state()).toBe('running')
    model.write('[12:00:02] [Server thread/INFO]: <Steve> hel')
    model.write('lo\n')
    await vi.waitFor(async () => {
      await log?.poll()
      expect(lines).toContain('[12:00:02] [Server thread/INFO]: <Steve> hello')
    })
    expect(lines.filter((line) => line.includes('gatehouse:'))).toEqual([])
  })

  it('gets neither a second line nor an interrupt', async () => {
    const { console } = wayTo()
    await online(console)
    await within(clock, console.run('list'))
    const typed = [...model.typed]
    expect((await problemOf(console.run('say hi\nlist'))).details?.reason).toBe('control-character')
    for (const interrupt of ['^c', '^C']) {
      expect((await problemOf(console.run(interrupt))).details).toEqual({ reason: 'interrupt' })
    }
    expect(model.typed).toEqual(typed)
  })

  it('says what a person must do', async () => {
    const reasons: unknown[] = []
    model.keysAreOn = false
    reasons.push((await offline(wayTo().console))?.details?.reason)
    model.keysAreOn = true
    reasons.push((await offline(wayTo({ key: 'f'.repeat(32) }).console))?.details?.reason)
    model.usesRcon = true
    reasons.push((await offline(wayTo().console))?.details?.reason)
    model.usesRcon = false
    model.isRunning = false
    reasons.push((await offline(wayTo().console))?.details?.reason)
    expect(reasons).toEqual(['keys-off', 'no-access', 'rcon-mode', 'stopped'])
  })

  it('connects to no daemon that the owner has not accepted, and names it', async () => {
    const { node } = model.address
    const problem = await offline(wayTo({ node: 'other.example:24444' }).console)
    expect(problem?.details).toMatchObject({ reason: 'node-not-accepted', node, accepted: 'other.example:24444' })
    const { openFiles } = wayTo({ node: 'other.example:24444' })
    model.files.set('/server.properties', Buffer.from('motd=hi'))
    const files = await within(clock, openFiles())
    expect((await problemOf(within(clock, files.read('server.properties', 100)))).details?.reason).toBe(
      'node-not-accepted',
    )
  })

  it('does not try again by itself what only a person can solve: a certificate or an address', async () => {
    const panel = createServer(first).listen(0, '127.0.0.1')
    await once(panel, 'listening')
    closers.push(() => panel.close())
    const address = `https://127.0.0.1:${(panel.address() as AddressInfo).port}`
    const resolve = () => Promise.resolve([{ address: '192.168.1.20', family: 4 }])
    const ways = [
      wayTo({ address }),
      wayTo({ address, certificate: second.fingerprint }),
      wayTo({ address: 'http://panel.lan' }, { resolve }),
    ]
    const codes: unknown[] = []
    for (const { console } of ways) {
      codes.push((await offline(console))?.code)
      expect(console.state).not.toHaveProperty('retryMs')
    }
    expect(codes).toEqual(['AUTH.CERTIFICATE_UNKNOWN', 'AUTH.CERTIFICATE_CHANGED', 'PROTOCOL.INVALID_REQUEST'])
  })

  it('follows no redirect', async () => {
    const { address } = model.address
    model.redirectsTo = `${address}/elsewhere`
    await offline(wayTo().console)
    expect(model.calls).toEqual(['POST /protected_instance/stream_channel'])
  })

  it('has an unknown outcome when the connection is cut during a command, and comes back', async () => {
    const { console } = wayTo()
    await online(console)
    await within(clock, console.run('list'))
    model.isRunning = false
    const cut = problemOf(console.run('list'))
    model.cut()
    expect((await cut).details).toMatchObject({ mayHaveRun: true })
  })

  it('starts and stops, and knows it at once', async () => {
    const { console, power } = wayTo()
    await online(console)
    await power.stop()
    await vi.waitFor(() => expect(console.state.kind).toBe('offline'))
    expect(await power.state()).toBe('stopped')
    await within(clock, power.start())
    await vi.waitFor(() => expect(console.state.kind).toBe('online'))
    expect((await problemOf(within(clock, power.start()))).details).toMatchObject({ reason: 'refused', status: 500 })
  })

  it('gets an order once, also when the connection breaks after it', async () => {
    const { openFiles, power } = wayTo()
    // The next request uses its connection.
    await within(clock, openFiles())
    model.breaksAfter = '/protected_instance/restart'
    await problemOf(within(clock, power.restart()))
    expect(model.calls.filter((call) => call === 'GET /protected_instance/restart')).toHaveLength(1)
  })

  it('can report any number of failures', async () => {
    const { console } = wayTo()
    await online(console)
    model.answersDetails = false
    for (let count = 0; count < 20_000; count += 1) model.fail()
    model.setRunning(false)
    await vi.waitFor(() => expect(console.state.kind).toBe('offline'), { timeout: 20_000 })
    expect(model.details).toBe(2)
    model.cut()
    await vi.waitFor(() => expect(console.state).toMatchObject({ problem: { details: { reason: 'lost' } } }))
  })

  it('reads and changes files byte for byte, and loses nothing where a name is taken', async () => {
    const { openFiles } = wayTo()
    model.files.set('/server.properties', Buffer.from('motd=old\n'))
    const files = await within(clock, openFiles())
    expect(await within(clock, files.entries(''))).toMatchObject([
      { name: 'server.properties', kind: 'file', facts: { size: 9 } },
    ])
    const bytes = Buffer.from([0x6d, 0xff, 0xfe, 0x0a])
    await within(clock, files.writer?.replace('server.properties', bytes) ?? Promise.resolve())
    expect(await within(clock, files.read('server.properties', 100))).toEqual(bytes)
    expect([...model.files.keys()]).toEqual(['/server.properties'])
    const source = path.join(mkdtempSync(path.join(tmpdir(), 'gatehouse-mcsm-')), 'r.0.0.mca')
    writeFileSync(source, Buffer.alloc(300_000, 7))
    await within(clock, files.writer?.makeFolder('world') ?? Promise.resolve())
    await within(clock, files.writer?.send(source, 'world/r.0.0.mca') ?? Promise.resolve())
    expect(model.files.get('/world/r.0.0.mca')?.equals(Buffer.alloc(300_000, 7))).toBe(true)
    const taken = problemOf(
      within(clock, files.writer?.rename('server.properties', 'world/r.0.0.mca') ?? Promise.resolve()),
    )
    expect((await taken).details).toMatchObject({ why: 'folder-unreadable', detail: 'exists' })
    expect(await within(clock, files.readIfThere('none.txt', 10))).toBeUndefined()
    expect((await problemOf(within(clock, files.read('../secret', 10)))).details?.why).toBe('folder-outside')
  })
})

describe('blocks of an instance', () => {
  it('are read from a region file, and again when it was changed meanwhile', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-mcsmanager-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const regions = new RegionWorld({ regions: folder })
    const publish = async (state: string) => {
      regions.put(1, 5, 2, state)
      await regions.save()
      model.files.set('/world/region/r.0.0.mca', readFileSync(path.join(folder, 'r.0.0.mca')))
    }
    model.files.set('/server.properties', Buffer.from('level-name=world\n'))
    await publish('minecraft:stone')
    const opened = await wayTo().openFiles()
    const files = await within(clock, openServerFolder(opened, { log: new RecordingLog() }))
    const at = { x: 1, y: 5, z: 2 }
    const read = async () => (await within(clock, files.blocks('minecraft:overworld', boxOf(at, at)))).stateAt(at)
    expect(await read()).toBe('minecraft:stone')

    let isFirst = true
    model.beforeTransfer = async (method) => {
      if (method !== 'HEAD' || !isFirst) return
      isFirst = false
      await publish('minecraft:oak_planks')
      model.modified = new Date(model.modified.getTime() + 1_000)
    }
    expect(await read()).toBe('minecraft:oak_planks')
    expect(isFirst).toBe(false)
  })
})
