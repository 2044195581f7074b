import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import {
  type ManagementAddress,
  ManagementConnection,
  type ManagementOptions,
} from '../../../src-main/providers/java/management/management-connection.js'
import type { ManagementEvent } from '../../../src-main/providers/java/management/management-event.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { FakeClock, settled } from '../../fakes/fake-clock.js'
import { ManagementServer, type ManagementServerOptions } from '../../fakes/java/management-server.js'
import { untilState } from '../../fakes/java/rcon-scene.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { first, second } from '../../fixtures/certificates.js'
import { times } from '../../fixtures/properties.js'

const secret = 'a'.repeat(40)
const steve = { id: '00000000-0000-0000-0000-000000000001', name: 'Steve' }
const alex = { id: '00000000-0000-0000-0000-000000000002', name: 'Alex' }

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const log = new RecordingLog()

async function serve(options: ManagementServerOptions = {}): Promise<ManagementServer> {
  const server = await ManagementServer.start({ secret, ...options })
  server.known.push(steve, alex)
  endings.push(() => server.stop())
  return server
}

function connectionTo(address: Partial<ManagementAddress> & { url: string }, options: Partial<ManagementOptions> = {}) {
  const connection = new ManagementConnection(
    { secret, ...address },
    { clock: systemClock, log, chance: () => 1, ...options },
  )
  endings.push(() => connection.stop())
  return connection
}

async function online(server: ManagementServer, options: Partial<ManagementOptions> = {}) {
  const connection = connectionTo({ url: server.url }, options)
  connection.start()
  await untilState(connection, 'online')
  return connection
}

async function problemOf(connection: ManagementConnection) {
  connection.start()
  return untilState(connection, 'offline')
}

function eventsOf(connection: ManagementConnection): ManagementEvent[] {
  const events: ManagementEvent[] = []
  connection.onEvent((event) => events.push(event))
  return events
}

describe('the management connection', () => {
  it('learns what the server offers before it is online', async () => {
    const connection = await online(await serve({ version: '2.0.0' }))
    expect(connection.offer?.version).toBe('2.0.0')
    expect(connection.offers('players/kick')).toBe(true)
    expect(connection.offers('minecraft:world/explode')).toBe(false)
  })

  it('reads and changes lists, players, rules and settings', async () => {
    const server = await serve()
    server.online = [steve, alex]
    const connection = await online(server)
    expect(await connection.players()).toEqual([steve, alex])
    expect(await connection.status()).toMatchObject({ started: true, version: { name: '1.21.11' } })
    expect(await connection.kick([{ name: 'Alex' }, { name: 'Nobody' }], 'Bye')).toEqual([alex])
    expect(await connection.changeAllowlist('add', [{ name: 'Steve' }])).toEqual([steve])
    expect(await connection.allowlist()).toEqual([steve])
    expect(await connection.addOperators([{ player: { name: 'Steve' }, permissionLevel: 2 }])).toMatchObject([
      { player: steve, permissionLevel: 2 },
    ])
    expect(await connection.removeOperators([{ id: steve.id }])).toEqual([])
    expect(await connection.ban([{ player: { name: 'Alex' }, reason: 'griefing' }])).toMatchObject([
      { player: alex, reason: 'griefing' },
    ])
    expect(await connection.pardon([{ name: 'Alex' }])).toEqual([])
    expect(await connection.setSetting('difficulty', 'hard')).toBe('hard')
    expect(await connection.setting('difficulty')).toBe('hard')
    expect(await connection.save(true)).toBe(true)
    expect(await connection.systemMessage('Hello')).toBe(true)
    expect(server.calls.find(({ method }) => method.endsWith('system_message'))?.params).toEqual([
      { message: { literal: 'Hello' }, overlay: false },
    ])
  })

  it.each(['1.0.0', '2.0.0', '3.1.0'])('reads and writes typed game rules in protocol %s', async (version) => {
    const connection = await online(await serve({ version }))
    expect(await connection.gameRules()).toEqual([
      { key: 'keep_inventory', type: 'boolean', value: false },
      { key: 'random_tick_speed', type: 'integer', value: 3 },
    ])
    expect(await connection.setGameRule('keep_inventory', true)).toMatchObject({ value: true })
    expect(await connection.setGameRule('random_tick_speed', 12)).toMatchObject({ value: 12 })
  })

  it.each([false, true])(
    'reports an error of the server with its message (error inside the result: %s)',
    async (errorsInResult) => {
      const connection = await online(await serve({ errorsInResult }))
      await expect(connection.setGameRule('no_such_rule', true)).rejects.toMatchObject({
        code: 'BUSINESS.OPERATION_FAILED',
        hasProviderText: true,
        details: { reason: 'refused-by-server', providerCode: -32_602 },
      })
      await expect(connection.setting('no_such_setting')).rejects.toMatchObject({
        code: 'PROTOCOL.CAPABILITY_NOT_FOUND',
      })
    },
  )

  it('stops at a wrong secret and says so, until it is changed', async () => {
    const server = await serve()
    const clock = new FakeClock()
    const connection = connectionTo({ url: server.url, secret: 'b'.repeat(40) }, { clock })
    const { problem, retryMs } = await problemOf(connection)
    expect(problem).toMatchObject({ code: 'AUTH.TOKEN_INVALID', message: 'The management secret is wrong.' })
    expect(retryMs).toBeUndefined()
    connection.change({ url: server.url, secret })
    await untilState(connection, 'online')
    expect(JSON.stringify(log.lines)).not.toContain('bbbb')
  })

  it('sends the secret to a certificate only when a person trusts it', async () => {
    const server = await serve({ identity: first })
    const untrusted = connectionTo({ url: server.url })
    expect((await problemOf(untrusted)).problem).toMatchObject({
      code: 'AUTH.CERTIFICATE_UNKNOWN',
      details: { fingerprint: first.fingerprint },
    })
    const changed = connectionTo({ url: server.url, trust: { certificate: second.fingerprint } })
    expect((await problemOf(changed)).problem.code).toBe('AUTH.CERTIFICATE_CHANGED')
    expect(server.calls).toEqual([])
    const trusted = connectionTo({ url: server.url, trust: { certificate: first.fingerprint } })
    trusted.start()
    await untilState(trusted, 'online')
  })

  it('does not send the secret to a public address as plain text before a person confirms it', async () => {
    const resolve = async () => [{ address: '203.0.113.7', family: 4 }]
    const connection = connectionTo({ url: 'ws://play.example:25585' }, { resolve })
    expect((await problemOf(connection)).problem.details).toEqual({ reason: 'public-address', address: '203.0.113.7' })
  })

  it('says what is wrong with the port', async () => {
    const web = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    const tls = createTlsServer(first)
      .on('tlsClientError', () => {})
      .listen(0, '127.0.0.1')
    await Promise.all([once(web, 'listening'), once(tls, 'listening')])
    endings.push(
      () => web.close(),
      () => tls.close(),
    )
    const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
    const reasonAt = async (url: string) => (await problemOf(connectionTo({ url }))).problem.details?.reason
    expect(await reasonAt(`ws://127.0.0.1:${portOf(web)}`)).toBe('not-management')
    expect(await reasonAt(`wss://127.0.0.1:${portOf(web)}`)).toBe('server-without-tls')
    const explain = async () => ({ service: 'tls' })
    const plain = connectionTo({ url: `ws://127.0.0.1:${portOf(tls)}` }, { explain })
    expect((await problemOf(plain)).problem.details?.reason).toBe('server-with-tls')
    web.close()
    await once(web, 'close')
    expect(await reasonAt(`ws://127.0.0.1:1`)).toBe('refused')
  })

  it('connects again when the server is back', async () => {
    const server = await serve()
    const connection = await online(server)
    server.disconnectAll()
    await untilState(connection, 'offline')
    await untilState(connection, 'online')
    expect(connection.offers('players')).toBe(true)
  })

  it('closes its socket when it is stopped', async () => {
    const server = await serve()
    const connection = await online(server)
    connection.stop()
    while (server.open > 0) await settled()
    await expect(connection.players()).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
  })
})

describe('events of the management server', () => {
  it('report joins and leaves once, whether a notification or a reading noticed them', async () => {
    const clock = new FakeClock()
    const server = await serve()
    server.online = [steve]
    const connection = await online(server, { clock, pollMs: 1_000 })
    const events = eventsOf(connection)
    const readings = () => events.filter(({ kind }) => kind === 'status').length
    const read = async () => {
      const before = readings()
      await clock.advance(1_000)
      while (readings() === before) await settled()
    }
    while (readings() === 0) await settled()
    server.join(alex)
    while (!events.some(({ kind }) => kind === 'joined')) await settled()
    await read()
    server.leave(steve, { silently: true })
    await read()
    server.leave(alex)
    while (events.filter(({ kind }) => kind === 'left').length < 2) await settled()
    await read()
    expect(events.filter(({ kind }) => kind !== 'status')).toEqual([
      { kind: 'joined', player: alex },
      { kind: 'left', player: steve },
      { kind: 'left', player: alex },
    ])
  })

  it('are typed, with their one parameter by position or by name', async () => {
    const server = await serve()
    const connection = await online(server)
    const events = eventsOf(connection)
    server.notify('server/stopping')
    server.notify('players/joined', { player: alex })
    server.notify('players/joined', [steve])
    server.notify('bans/added', [{ player: alex, reason: 'x' }])
    server.notify('server/started')
    while (!events.some(({ kind }) => kind === 'started')) await settled()
    expect(events.filter(({ kind }) => kind !== 'status')).toEqual([
      { kind: 'stopping' },
      { kind: 'joined', player: alex },
      { kind: 'joined', player: steve },
      { kind: 'started' },
    ])
  })

  it('of another shape or an unknown name are dropped', async () => {
    const server = await serve()
    const connection = await online(server)
    const events = eventsOf(connection)
    server.notify('players/joined', [{ name: 7 }])
    server.notify('players/joined', ['Steve'])
    server.notify('players/joined', [{ name: 'x'.repeat(65) }])
    server.notify('constructor', [steve])
    server.notify('__proto__')
    server.notify('server/started')
    while (!events.some(({ kind }) => kind === 'started')) await settled()
    expect(events.filter(({ kind }) => kind !== 'status')).toEqual([{ kind: 'started' }])
  })
})

describe('a hostile management server', () => {
  const misbehave = (server: ManagementServer, attack: (socket: WebSocket, id: number) => void) => {
    server.onFrame = (text, socket) => attack(socket, JSON.parse(text).id)
  }

  it.each([
    ['a frame above the limit', (socket: WebSocket) => socket.send('x'.repeat(1_048_577))],
    ['frames that are no JSON', (socket: WebSocket) => repeat(40, () => socket.send('{'))],
    ['binary frames', (socket: WebSocket) => repeat(40, () => socket.send(Buffer.from([1, 2, 3])))],
    ['responses nobody asked for', (socket: WebSocket) => repeat(40, () => socket.send('{"id":99,"result":1}'))],
    ['calls of its own', (socket: WebSocket) => repeat(40, () => socket.send('{"id":1,"method":"x"}'))],
    ['a flood of notifications', (socket: WebSocket) => repeat(2_000, () => socket.send('{"method":"x"}'))],
  ])('loses its session after %s', async (_what, attack) => {
    const server = await serve()
    const connection = await online(server)
    misbehave(server, attack)
    await expect(connection.save(true)).rejects.toMatchObject({ details: { mayHaveRun: true } })
    await untilState(connection, 'offline')
  })

  it('cannot pass off a reply of another shape as a reply of this method', async () => {
    const server = await serve()
    const connection = await online(server)
    let result: unknown
    misbehave(server, (socket, id) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, result })))
    await times(200).forAllAsync(fc.jsonValue(), async (value) => {
      result = value
      const outcome = await connection.players().catch((error: { code: string }) => error.code)
      if (typeof outcome === 'string') expect(outcome).toMatch(/^(?:PROTOCOL\.INVALID_RESPONSE|BUSINESS\..*)$/u)
      else expect(outcome).toEqual(value)
    })
  })

  it('does not leave a call waiting forever', async () => {
    const clock = new FakeClock()
    const server = await serve()
    const connection = await online(server, { clock })
    misbehave(server, () => {})
    const controller = new AbortController()
    const slow = connection.players({ timeoutMs: 3_000 })
    const aborted = connection.save(true, { signal: controller.signal })
    const outcomes = Promise.allSettled([slow, aborted])
    controller.abort()
    await clock.advance(3_000)
    expect(await outcomes).toMatchObject([
      { reason: { code: 'SYSTEM.TIMEOUT', details: { mayHaveRun: true } } },
      { reason: { details: { reason: 'aborted', mayHaveRun: true } } },
    ])
  })

  it('gets no request over its size limit', async () => {
    const connection = await online(await serve())
    await expect(connection.systemMessage('x'.repeat(65_536))).rejects.toMatchObject({
      details: { reason: 'too-long' },
    })
  })
})

function repeat(times: number, action: () => void): void {
  for (let count = 0; count < times; count += 1) action()
}
