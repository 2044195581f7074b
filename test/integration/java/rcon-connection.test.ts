import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { encodePacket } from '../../../src-main/providers/java/rcon/packet.js'
import { FakeClock, settled } from '../../fakes/fake-clock.js'
import { RconScene, untilState } from '../../fakes/java/rcon-scene.js'
import { rconServers } from '../../fakes/java/rcon-server.js'
import { statusServer } from '../../fakes/java/status-server.js'
import { times } from '../../fixtures/properties.js'

const scene = new RconScene()
afterEach(() => scene.end())

const echo = (command: string) => [`did ${command}`]
const servers = Object.entries(rconServers)

describe('commands over RCON', () => {
  it.each(servers)('get whole replies of any length from %s, however the bytes are split', async (name, traps) => {
    let reply: readonly string[] = []
    const chunkSizes = [1, 13, 4_000, 700]
    const server = await scene.server({ traps, run: () => reply, chunkSizes })
    const console = await scene.online({ port: server.port })
    // A cut character is lost on servers that cut bytes.
    const letter = fc.constantFrom(...(traps.pieces === 'bytes' ? ['a', 'b'] : ['a', 'é', '世']))
    const length = fc.oneof(fc.nat(40), fc.constantFrom(4_095, 4_096, 4_097, 8_192, 50_000))
    const message = fc.tuple(letter, length).map(([one, count]) => one.repeat(count))
    const messages = fc.array(message, { minLength: name === 'nukkit' ? 1 : 0, maxLength: 3 })
    await times(12).forAllAsync(messages, async (sent) => {
      reply = sent
      const text = sent.map((one) => one + traps.messageEnd).join('')
      expect(await console.run('help')).toBe(text)
    })
    expect(server.cutOff).toBe(0)
  })

  it('end without a reply, on a server that has sent an empty message before', async () => {
    const replies: string[][] = [[''], [], ['done']]
    const server = await scene.server({ traps: rconServers.pumpkin, run: () => replies.shift() ?? [] })
    const console = await scene.online({ port: server.port })
    for (const text of ['', '', 'done']) expect(await console.run('help')).toBe(text)
  })

  it('run one at a time, in the order they came', async () => {
    let running = 0
    const server = await scene.server({
      run: async (command) => {
        running += 1
        expect(running).toBe(1)
        await settled()
        running -= 1
        return echo(command)
      },
    })
    const console = await scene.online({ port: server.port })
    const commands = Array.from({ length: 30 }, (_, at) => `say ${at}`)
    const replies = await Promise.all(commands.map((command) => console.run(command)))
    expect(replies).toEqual(commands.map((command) => `did ${command}`))
    expect(server.commands).toEqual(commands)
    expect(server).toMatchObject({ connections: 1, cutOff: 0 })
  })

  it('wait for a server that takes seconds', async () => {
    const clock = new FakeClock()
    let finish: (reply: string[]) => void = () => {}
    const server = await scene.server({ run: () => new Promise((resolve) => (finish = resolve)) })
    const console = await scene.online({ port: server.port }, { clock })
    const reply = console.run('save-all flush')
    while (server.commands.length === 0) await settled()
    await clock.advance(12_000)
    finish(['Saved the game'])
    expect(await reply).toBe('Saved the game')
  })

  it('report a timeout when the server does not reply, and continue over a new connection', async () => {
    const clock = new FakeClock()
    const server = await scene.server({
      run: (command) => (command === 'hang' ? new Promise(() => {}) : echo(command)),
    })
    const console = await scene.online({ port: server.port }, { clock })
    const hanging = console.run('hang', { timeoutMs: 1_000 })
    const refused = expect(hanging).rejects.toMatchObject({ code: 'SYSTEM.TIMEOUT', details: { mayHaveRun: true } })
    const next = console.run('list')
    while (!server.commands.includes('hang')) await settled()
    await clock.advance(1_000)
    await refused
    expect(await next).toBe('did list')
    expect(server.connections).toBe(2)
  })

  it('report an unknown outcome when the connection closes, and are not repeated', async () => {
    const server = await scene.server({
      run: (command) => {
        if (command === 'crash') server.disconnectAll()
        return echo(command)
      },
    })
    const console = await scene.online({ port: server.port })
    const error = await console.run('crash').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE', details: { mayHaveRun: true } })
    await untilState(console, 'offline')
    await untilState(console, 'online')
    expect(server.commands).toEqual(['crash'])
    expect(await console.run('list')).toBe('did list')
  })

  it('that wait fail as not sent when the connection is lost', async () => {
    const server = await scene.server({
      run: () => {
        server.disconnectAll()
        return []
      },
    })
    const console = await scene.online({ port: server.port })
    const [, waiting] = await Promise.allSettled([console.run('first'), console.run('second')])
    expect(waiting).toMatchObject({ status: 'rejected', reason: { details: { reason: 'lost' } } })
    expect((waiting as PromiseRejectedResult).reason.details.mayHaveRun).toBeUndefined()
    expect(server.commands).toEqual(['first'])
  })

  it('are refused before they are sent when they fit no packet or hold a control character', async () => {
    const server = await scene.server({ run: echo })
    const console = await scene.online({ port: server.port })
    expect(await console.run('x'.repeat(1_446))).toHaveLength(1_450)
    await expect(console.run(`${'x'.repeat(1_444)}世`)).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_REQUEST',
      details: { reason: 'too-long', bytes: 1_447, limitBytes: 1_446 },
    })
    for (const command of ['say a\nstop', 'say \u0000', 'say \ud800', 'say a\r']) {
      await expect(console.run(command)).rejects.toMatchObject({ details: { reason: 'control-character' } })
    }
    expect(server.commands).toHaveLength(1)
  })

  it('leave the queue when their caller stops waiting, and keep their turn once sent', async () => {
    let finish: (reply: string[]) => void = () => {}
    const server = await scene.server({
      run: (command) => (command === 'slow' ? new Promise((resolve) => (finish = resolve)) : echo(command)),
    })
    const console = await scene.online({ port: server.port })
    const [first, second] = [new AbortController(), new AbortController()]
    const sent = console.run('slow', { signal: first.signal })
    const queued = console.run('never', { signal: second.signal })
    const last = console.run('list')
    while (server.commands.length === 0) await settled()
    first.abort()
    second.abort()
    await expect(sent).rejects.toMatchObject({ details: { reason: 'aborted', mayHaveRun: true } })
    await expect(queued).rejects.toMatchObject({ details: { reason: 'aborted' } })
    finish(['late'])
    expect(await last).toBe('did list')
    expect(server.commands).toEqual(['slow', 'list'])
  })

  it('are bounded in number', async () => {
    const server = await scene.server({ run: () => new Promise(() => {}) })
    const console = await scene.online({ port: server.port })
    const all = Array.from({ length: 300 }, () => console.run('list').catch((error: { code: string }) => error.code))
    expect(await Promise.race(all.slice(-10))).toBe('SYSTEM.RATE_LIMITED')
    console.stop()
    await Promise.all(all)
  })

  it('get a changed text from vanilla when another client uses RCON at the same time', async () => {
    const server = await scene.server({
      run: async (command) => {
        while (server.commands.length < 2) await settled()
        return echo(command)
      },
    })
    const [one, other] = [await scene.online({ port: server.port }), await scene.online({ port: server.port })]
    const replies = await Promise.all([one.run('list'), other.run('seed')])
    expect(replies).not.toEqual(['did list', 'did seed'])
  })
})

it('the model of a RCON server cut off two packets in one read, as vanilla does', async () => {
  const server = await scene.server({ run: echo })
  const socket = connect(server.port, '127.0.0.1')
  socket.write(Buffer.concat([encodePacket(1, 3, 'secret'), encodePacket(2, 2, 'list')]))
  socket.resume()
  await once(socket, 'close')
  expect(server).toMatchObject({ cutOff: 1, commands: [] })
})

describe('the RCON connection', () => {
  it('stops at a wrong password and says so, until it is changed', async () => {
    const clock = new FakeClock()
    const server = await scene.server({ run: echo, password: 'right' })
    const console = scene.connection({ port: server.port, password: 'wrong' }, { clock })
    console.start()
    const { problem, retryMs } = await untilState(console, 'offline')
    expect(problem).toMatchObject({ code: 'AUTH.TOKEN_INVALID', message: 'The RCON password is wrong.' })
    expect(retryMs).toBeUndefined()
    await clock.advance(3_600_000)
    expect(server.connections).toBe(1)
    await expect(console.run('list')).rejects.toMatchObject({ code: 'AUTH.TOKEN_INVALID' })
    console.change({ host: '127.0.0.1', port: server.port, password: 'right' })
    await untilState(console, 'online')
    expect(await console.run('list')).toBe('did list')
    expect(JSON.stringify(scene.log.lines)).not.toMatch(/wrong"|right"/u)
  })

  it.each(servers)('stops at an empty password on %s', async (_name, traps) => {
    const server = await scene.server({ traps })
    const console = scene.connection({ port: server.port, password: '' })
    console.start()
    expect((await untilState(console, 'offline')).problem.code).toBe('AUTH.TOKEN_INVALID')
  })

  it('waits longer after each refused attempt, and connects when the server is back', async () => {
    const clock = new FakeClock()
    const first = await scene.server({ run: echo })
    const { port } = first
    await first.stop().catch(() => {})
    const console = scene.connection({ port }, { clock })
    const delays: (number | undefined)[] = []
    console.onDidChangeState((state) => state.kind === 'offline' && delays.push(state.retryMs))
    console.start()
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      while (delays.length < attempt) await settled()
      if (attempt < 8) await clock.advance(delays.at(-1) ?? 0)
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(console.state).toMatchObject({ problem: { details: { reason: 'refused' } } })
    await scene.server({ run: echo, port })
    await clock.advance(60_000)
    await untilState(console, 'online')
  })

  it('does not send the password to a public address before a person confirms it', async () => {
    const resolve = async () => [{ address: '203.0.113.7', family: 4 }]
    const console = scene.connection({ host: 'play.example', port: 25_575 }, { resolve })
    console.start()
    const { problem, retryMs } = await untilState(console, 'offline')
    expect(problem.details).toEqual({ reason: 'public-address', address: '203.0.113.7' })
    expect(retryMs).toBeUndefined()
  })

  it('dials only the address that was checked', async () => {
    const server = await scene.server({ run: echo })
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const console = await scene.online({ host: 'play.example', port: server.port }, { resolve })
    expect(await console.run('list')).toBe('did list')
  })

  it('names an unknown host', async () => {
    const resolve = async () => Promise.reject(new Error('ENOTFOUND'))
    const console = scene.connection({ host: 'nowhere.example', port: 1 }, { resolve })
    console.start()
    expect((await untilState(console, 'offline')).problem.details).toMatchObject({ reason: 'unknown-host' })
  })

  it.each([
    ['not-rcon', (socket: import('node:net').Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['closed-at-login', (socket: import('node:net').Socket) => socket.end()],
    ['no-login-reply', () => {}],
  ])('says %s when another program uses the port', async (reason, accept) => {
    const port = await scene.rawServer((socket) => void socket.once('data', () => accept(socket)))
    const console = scene.connection(
      { port },
      { loginTimeoutMs: reason === 'no-login-reply' ? 50 : 10_000, explain: async () => ({ service: 'http' }) },
    )
    console.start()
    const { problem } = await untilState(console, 'offline')
    expect(problem).toMatchObject({ code: 'PROTOCOL.INVALID_RESPONSE', details: { reason, service: 'http' } })
  })

  it('names the game port when that was entered', async () => {
    const game = await statusServer({ version: { name: 'Paper 1.21.4', protocol: 769 } })
    const console = scene.connection({ port: game.port })
    console.start()
    const { problem } = await untilState(console, 'offline')
    await game.stop()
    expect(problem.message).toBe(`Port ${game.port} is the port players use (Paper 1.21.4), not the RCON port.`)
    expect(problem.details).toMatchObject({ service: 'minecraft', version: 'Paper 1.21.4' })
  })

  it('notices a server that stops, and reports it once', async () => {
    const server = await scene.server({ run: echo })
    const console = await scene.online({ port: server.port })
    const states: string[] = []
    console.onDidChangeState(({ kind }) => states.push(kind))
    server.disconnectAll()
    await untilState(console, 'offline')
    await untilState(console, 'online')
    expect(states).toEqual(['offline', 'online'])
  })

  it('closes its socket when it is stopped, also while it connects', async () => {
    const server = await scene.server({ run: echo })
    const online = await scene.online({ port: server.port })
    const connecting = scene.connection({ port: server.port })
    connecting.start()
    online.stop()
    connecting.stop()
    while (server.open > 0) await settled()
    expect(online.state.kind).toBe('stopped')
    await expect(online.run('list')).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
  })
})
