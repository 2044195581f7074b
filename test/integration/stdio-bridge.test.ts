/**
 * The stdio bridge as its clients meet it: a process of one bundled file, between the independent MCP client of the
 * first SDK and a real MCP server, which is killed, restarted and left away.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 8_000, interval: 10 })
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 })

let folder = ''
let profile = ''
let bridgeFile = ''
let serverFile = ''
/** What a test leaves to be undone, last first. */
let leftovers: (() => unknown)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-build-'))
  bridgeFile = join(folder, 'stdio-bridge.cjs')
  serverFile = join(folder, 'server.mjs')
  const shared = { bundle: true, platform: 'node', target: 'node20' } as const
  await build({ ...shared, entryPoints: ['src-main/stdio-bridge.ts'], format: 'cjs', outfile: bridgeFile })
  await build({
    ...shared,
    entryPoints: ['test/integration/stdio-bridge.server.ts'],
    format: 'esm',
    outfile: serverFile,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'bridge-profile-'))
})
afterEach(async () => {
  for (const undo of leftovers.reverse()) await undo()
  leftovers = []
  rmSync(profile, { recursive: true, force: true })
})

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const endpoint = (): { endpoint: string; token: string; pid: number } =>
  JSON.parse(readFileSync(join(profile, 'gateway.json'), 'utf8'))

const startServer = async (port = 0) => {
  rmSync(join(profile, 'gateway.json'), { force: true })
  const child = spawn(process.execPath, [serverFile, profile, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  leftovers.push(() => end(child))
  await until(() => existsSync(join(profile, 'gateway.json')))
  return { child, port: Number(new URL(endpoint().endpoint).port), kill: () => end(child) }
}

const heard = (what: string) => {
  const log = join(profile, 'heard.log')
  return existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line === what).length
    : 0
}

const environment = (extra: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  GATEHOUSE_NO_LAUNCH: '1',
  ...extra,
})

const connect = async (env = environment()) => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bridgeFile, '--profile', profile],
    env,
    stderr: 'ignore',
  })
  const client = new Client({ name: 'independent', version: '1.0.0' })
  leftovers.push(() => client.close())
  await client.connect(transport as Transport)
  return { client, transport }
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text
const echo = async (client: Client, text: string) =>
  textOf(await client.callTool({ name: 'echo', arguments: { text } }))

/** The bridge without any SDK: every line it writes is kept, and must be JSON-RPC. */
const startRaw = (env = environment()) => {
  const child = spawn(process.execPath, [bridgeFile, '--profile', profile], { env, stdio: 'pipe' })
  leftovers.push(() => end(child))
  // A bridge that ends takes no more input; that is for the tests to see elsewhere.
  child.stdin.on('error', () => undefined)
  const lines: string[] = []
  let complaints = ''
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const messages = () => lines.map((line) => JSON.parse(line))
  return {
    child,
    messages,
    complaints: () => complaints,
    send: (message: object | string) =>
      child.stdin.write(typeof message === 'string' ? message : `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    answer: async (id: number | string | null) => {
      await until(() => messages().some((message) => message.id === id && !message.method))
      return messages().find((message) => message.id === id && !message.method)
    },
  }
}

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
const initialized = { method: 'notifications/initialized' }
const callOf = (id: number, name: string, args: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

describe('with a gateway that runs, the bridge', () => {
  it('lets a client initialise, list and call', async () => {
    await startServer()
    const { client } = await connect()
    expect(client.getServerVersion()?.name).toBe('stand-in')
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('echo')
    expect(await echo(client, 'Grüße, 世界 🏰')).toBe('Grüße, 世界 🏰')
  })

  it('passes progress on while the call runs', async () => {
    await startServer()
    const { client } = await connect()
    const seen: number[] = []
    const call = client.callTool({ name: 'slow' }, undefined, { onprogress: ({ progress }) => seen.push(progress) })
    await until(() => seen.length === 3)
    await client.callTool({ name: 'release' })
    expect(textOf(await call)).toBe('done')
    expect(seen).toEqual([1, 2, 3])
  })

  it('runs calls side by side', async () => {
    await startServer()
    const { client } = await connect()
    const words = Array.from({ length: 100 }, (_, index) => `word ${index}`)
    expect(await Promise.all(words.map((word) => echo(client, word)))).toEqual(words)
  })

  it('passes a cancellation on and forgets the call', async () => {
    await startServer()
    const { client } = await connect()
    const stop = new AbortController()
    const call = client.callTool({ name: 'hang' }, undefined, { signal: stop.signal })
    const rejected = expect(call).rejects.toThrow()
    await until(() => heard('hang'))
    stop.abort()
    await rejected
    await until(() => heard('hang was cancelled'))
    expect(await echo(client, 'still here')).toBe('still here')
  })

  it('brings what the gateway tells unasked', async () => {
    await startServer()
    const { client } = await connect()
    let told = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      told += 1
    })
    await until(() => heard('stream'))
    await client.callTool({ name: 'announce' })
    await until(() => told === 1)
  })

  it('opens the stream of notifications again when it drops', async () => {
    await startServer()
    const { client } = await connect()
    await until(() => heard('stream'))
    await client.callTool({ name: 'drop' })
    await until(() => heard('stream') >= 2)
    expect(await echo(client, 'not disturbed')).toBe('not disturbed')
    expect(heard('session')).toBe(1)
  })

  it('serves two clients through two bridges at once', async () => {
    await startServer()
    const [one, two] = await Promise.all([connect(), connect()])
    expect(await Promise.all([echo(one.client, 'one'), echo(two.client, 'two')])).toEqual(['one', 'two'])
    expect(heard('session')).toBe(2)
  })

  it('carries a message of nearly ten megabytes', async () => {
    await startServer()
    const { client } = await connect()
    const large = 'ä'.repeat(5 * 1024 * 1024 - 200)
    expect((await echo(client, large)) === large).toBe(true)
  })

  it('holds what comes too early until the handshake is over, in order', async () => {
    await startServer()
    const bridge = startRaw()
    for (const message of [initialize, initialized, callOf(1, 'echo', { text: 'a' })]) bridge.send(message)
    expect(textOf((await bridge.answer(1)).result)).toBe('a')
    expect(bridge.messages().map((message) => message.id)).toEqual([0, 1])
  })

  it('answers lines that are no messages, and goes on', async () => {
    await startServer()
    const bridge = startRaw()
    bridge.send('\n  \r\nnot json\n')
    bridge.send('[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n')
    await until(() => bridge.messages().length === 2)
    expect(bridge.messages().map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32700],
      [null, -32600],
    ])
    bridge.send(initialize)
    expect((await bridge.answer(0)).result.serverInfo.name).toBe('stand-in')
  })

  it('skips a line that is too long and takes the next', async () => {
    await startServer()
    const bridge = startRaw()
    bridge.send(`${'x'.repeat(11 * 1024 * 1024)}\n`)
    bridge.send(initialize)
    expect((await bridge.answer(0)).result.serverInfo.name).toBe('stand-in')
    expect((await bridge.answer(null)).error.code).toBe(-32600)
  })

  it('lets the stateless era pass beside any session', async () => {
    await startServer()
    const bridge = startRaw()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    bridge.send({ id: 1, method: 'server/discover', params: { _meta } })
    bridge.send({ id: 2, method: 'tools/call', params: { _meta, name: 'echo', arguments: { text: 'modern' } } })
    expect((await bridge.answer(1)).result.supportedVersions).toContain('2026-07-28')
    expect(textOf((await bridge.answer(2)).result)).toBe('modern')
    bridge.send({ id: 3, method: 'no/such', params: { _meta } })
    expect((await bridge.answer(3)).error.code).toBe(-32601)
    bridge.send({ id: 4, method: 'tools/call', params: { _meta, name: 'hang', arguments: {} } })
    await until(() => heard('hang'))
    bridge.send({ method: 'notifications/cancelled', params: { requestId: 4 } })
    await until(() => heard('hang was cancelled'))
    expect(heard('session')).toBe(0)
  })
})

describe('when the gateway goes away, the bridge', () => {
  it('answers pending calls with an error at once, and never sends one again', async () => {
    const server = await startServer()
    const { client } = await connect()
    const calls = [client.callTool({ name: 'hang' }), client.callTool({ name: 'hang' })]
    const rejected = calls.map((call) =>
      expect(call).rejects.toMatchObject({ code: -32603, data: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } }),
    )
    await until(() => heard('hang') === 2)
    await server.kill()
    await Promise.all(rejected)
    await startServer(server.port)
    expect(await echo(client, 'again')).toBe('again')
    expect(heard('hang')).toBe(2)
  })

  it('says what to do while it is away, and initialises again by itself when it is back', async () => {
    const server = await startServer()
    const { client } = await connect()
    await until(() => heard('stream'))
    await server.kill()
    await expect(echo(client, 'lost')).rejects.toThrow('Start Gatehouse, then try again.')
    await startServer()
    let told = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      told += 1
    })
    expect(await Promise.all(['a', 'b', 'c'].map((text) => echo(client, text)))).toEqual(['a', 'b', 'c'])
    expect(heard('session')).toBe(2)
    await until(() => heard('stream') === 2)
    await client.callTool({ name: 'announce' })
    await until(() => told === 1)
  })

  it('renews a session that the gateway on the same port no longer knows', async () => {
    const server = await startServer()
    const { client } = await connect()
    await server.kill()
    await startServer(server.port)
    expect(await echo(client, 'once')).toBe('once')
    expect(heard('echo')).toBe(1)
  })
})

describe('without a gateway, the bridge', () => {
  it('says what to do', async () => {
    const bridge = startRaw()
    for (const message of [initialize, initialized, callOf(1, 'echo', { text: 'a' })]) bridge.send(message)
    for (const id of [0, 1]) {
      expect((await bridge.answer(id)).error).toMatchObject({
        code: -32603,
        message: 'Gatehouse is not running. Start Gatehouse, then try again.',
        data: { code: 'SYSTEM.SERVICE_UNAVAILABLE', suggestion: 'Start Gatehouse, then try again.' },
      })
    }
  })

  it('tries again with the next request', async () => {
    const bridge = startRaw()
    bridge.send(initialize)
    expect((await bridge.answer(0)).error).toBeDefined()
    await startServer()
    bridge.send({ ...initialize, id: 1 })
    expect((await bridge.answer(1)).result.serverInfo.name).toBe('stand-in')
  })

  it('starts one and waits for it', async () => {
    const env = environment({
      GATEHOUSE_NO_LAUNCH: '',
      GATEHOUSE_LAUNCH: JSON.stringify([process.execPath, serverFile, profile]),
    })
    const { client } = await connect(env)
    const { pid } = endpoint()
    leftovers.push(() => process.kill(pid, 'SIGKILL'))
    expect(await echo(client, 'started')).toBe('started')
    await client.close()
    expect(isAlive(pid)).toBe(true)
  })

  it('says why one could not be started', async () => {
    const bridge = startRaw(environment({ GATEHOUSE_NO_LAUNCH: '', GATEHOUSE_LAUNCH: '["/no/such/program"]' }))
    bridge.send(initialize)
    expect((await bridge.answer(0)).error.message).toMatch(/could not be started.*ENOENT/)
  })

  it.skipIf(process.platform === 'win32')('refuses a key that other users could have read', async () => {
    await startServer()
    chmodSync(join(profile, 'gateway.json'), 0o644)
    const bridge = startRaw()
    bridge.send(initialize)
    expect((await bridge.answer(0)).error.message).toMatch(/open to other users/)
    await until(() => bridge.complaints().includes('open to other users'))
    expect(heard('session')).toBe(0)
  })
})

describe('with a gateway that answers badly, the bridge', () => {
  const serveBadly = async (listener: Parameters<typeof createServer>[1]) => {
    const server = createServer(listener)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    leftovers.push(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
    const { port } = server.address() as AddressInfo
    const file = { endpoint: `http://127.0.0.1:${port}`, token: 'secret', pid: process.pid }
    writeFileSync(join(profile, 'gateway.json'), JSON.stringify(file), { mode: 0o600 })
  }

  it.each([
    [401, 'AUTH.TOKEN_INVALID'],
    [403, 'PERMISSION.DENIED'],
    [413, 'PROTOCOL.INVALID_REQUEST'],
    [500, 'SYSTEM.SERVICE_UNAVAILABLE'],
    [302, 'SYSTEM.SERVICE_UNAVAILABLE'],
  ])('turns HTTP %i into a JSON-RPC error in plain words', async (status, code) => {
    await serveBadly((_, response) => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('<html>'))
    const bridge = startRaw()
    bridge.send(initialize)
    expect((await bridge.answer(0)).error.data.code).toBe(code)
  })

  it('turns an answer that is no message, or none, into a JSON-RPC error', async () => {
    await serveBadly((request, response) => {
      if (request.headers['mcp-method'] === 'ping')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': hi\n\n')
      else response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')
    })
    const bridge = startRaw()
    bridge.send({
      id: 1,
      method: 'ping',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    })
    bridge.send({ id: 2, method: 'ping' })
    expect((await bridge.answer(1)).error.message).toMatch(/without an answer/)
    expect((await bridge.answer(2)).error.message).toMatch(/not an MCP message/)
  })

  it('answers once, even if the connection breaks after the answer', async () => {
    let broken = 0
    await serveBadly((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')
      response.on('close', () => {
        broken += 1
      })
      setImmediate(() => response.destroy())
    })
    const bridge = startRaw()
    bridge.send({ id: 1, method: 'ping' })
    await until(() => broken === 1)
    bridge.send('a mark\n')
    await bridge.answer(null)
    expect(bridge.messages().map(({ id }) => id)).toEqual([1, null])
  })

  it('gives a request beyond a thousand pending ones an error, and stays', async () => {
    let open = 0
    await serveBadly(() => {
      open += 1
    })
    const bridge = startRaw()
    for (let id = 1; id <= 1_001; id += 1) bridge.send({ id, method: 'ping' })
    expect((await bridge.answer(1_001)).error.data.code).toBe('SYSTEM.RATE_LIMITED')
    await until(() => open === 1_000)
    expect(bridge.messages()).toHaveLength(1)
  })
})

describe('at its end, the bridge', () => {
  const exitOf = async (child: ChildProcess) => {
    const before = performance.now()
    const [code] = await once(child, 'exit')
    expect(performance.now() - before).toBeLessThan(2_000)
    return code
  }

  it.each([
    ['end of input', (child: ChildProcess) => child.stdin?.end()],
    ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
    ['SIGINT', (child: ChildProcess) => child.kill('SIGINT')],
    ['a closed output', (child: ChildProcess) => child.stdout?.destroy()],
  ])('ends its session and itself on %s, even in the middle of a call', async (_, stop) => {
    await startServer()
    const bridge = startRaw()
    for (const message of [initialize, initialized, callOf(1, 'hang')]) bridge.send(message)
    await until(() => heard('hang'))
    const exit = exitOf(bridge.child)
    stop(bridge.child)
    // A closed output shows at the next line that is written.
    if (bridge.child.stdin.writable) bridge.send(callOf(2, 'echo', { text: 'a' }))
    expect(await exit).toBe(0)
    expect(heard('session ended')).toBe(1)
  })

  it('ends while it waits for a gateway to start', async () => {
    const launch = JSON.stringify([process.execPath, '-e', ''])
    const bridge = startRaw(environment({ GATEHOUSE_NO_LAUNCH: '', GATEHOUSE_LAUNCH: launch }))
    bridge.send(initialize)
    await until(() => bridge.complaints().includes('starting it'))
    const exit = exitOf(bridge.child)
    bridge.child.stdin.end()
    expect(await exit).toBe(0)
  })

  it('ends in time with a gateway that does not answer any more', async () => {
    const server = await startServer()
    const bridge = startRaw()
    for (const message of [initialize, initialized]) bridge.send(message)
    await until(() => heard('stream'))
    server.child.kill('SIGSTOP')
    const exit = exitOf(bridge.child)
    bridge.child.stdin.end()
    expect(await exit).toBe(0)
  })

  it('has written nothing but JSON-RPC messages to its output', async () => {
    const server = await startServer()
    const bridge = startRaw()
    bridge.send('garbage\n')
    for (const message of [initialize, initialized, callOf(1, 'hang')]) bridge.send(message)
    await until(() => heard('hang'))
    await server.kill()
    await bridge.answer(1)
    bridge.child.stdin.end()
    await once(bridge.child, 'close')
    expect(bridge.messages().every((message) => message.jsonrpc === '2.0')).toBe(true)
    expect(bridge.messages().map((message) => message.id)).toEqual([null, 0, 1])
  })
})
