/**
 * The stdio bridge as its clients meet it: a process of one bundled file, between the independent MCP client of the
 * first SDK and a real MCP server, which can be killed, restarted and omitted.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'

export const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 45_000, interval: 10 })

export const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
export const initialized = { method: 'notifications/initialized' }
export const callOf = (id: number, name: string, args: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
export const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text

/** The environment of a bridge in these tests; it starts no gateway. */
export const environment = (extra: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  GATEHOUSE_NO_LAUNCH: '1',
  ...extra,
})

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

export type BridgeScene = ReturnType<typeof bridgeScene>

/** Builds the bridge and its replacement gateway once for each file, and gives each test its own profile. */
export function bridgeScene() {
  let folder = ''
  let profile = ''
  let leftovers: (() => unknown)[] = []
  const bridgeFile = () => join(folder, 'stdio-bridge.cjs')
  const serverFile = () => join(folder, 'server.mjs')
  const endpointFile = () => join(profile, 'gateway.json')
  /** Undone when the test ends, last first. */
  const later = (undo: () => unknown) => void leftovers.push(undo)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bridge-build-'))
    const shared = { bundle: true, platform: 'node', target: 'node20' } as const
    await build({ ...shared, entryPoints: ['src-main/stdio-bridge.ts'], format: 'cjs', outfile: bridgeFile() })
    await build({
      ...shared,
      entryPoints: ['test/integration/stdio-bridge/server.ts'],
      format: 'esm',
      outfile: serverFile(),
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

  const endpoint = (): { endpoint: string; token: string; pid: number } =>
    JSON.parse(readFileSync(endpointFile(), 'utf8'))

  return {
    profile: () => profile,
    serverFile,
    endpoint,
    later,

    async startServer(port = 0) {
      rmSync(endpointFile(), { force: true })
      const child = spawn(process.execPath, [serverFile(), profile, String(port)], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      later(() => end(child))
      await until(() => existsSync(endpointFile()))
      return { child, port: Number(new URL(endpoint().endpoint).port), kill: () => end(child) }
    },

    /** A gateway that answers as the test says. */
    async serveBadly(listener: RequestListener) {
      const server = createServer(listener)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      later(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
      const { port } = server.address() as AddressInfo
      const file = { endpoint: `http://127.0.0.1:${port}`, token: 'secret', pid: process.pid }
      writeFileSync(endpointFile(), JSON.stringify(file), { mode: 0o600 })
    },

    /** How often the replacement gateway logged this. */
    received(what: string) {
      const log = join(profile, 'received.log')
      if (!existsSync(log)) return 0
      return readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line === what).length
    },

    async connect(env = environment()) {
      const args = [bridgeFile(), '--profile', profile]
      const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' })
      const client = new Client({ name: 'independent', version: '1.0.0' })
      later(() => client.close())
      await client.connect(transport as Transport)
      return { client, transport }
    },

    echo: async (client: Client, text: string) => textOf(await client.callTool({ name: 'echo', arguments: { text } })),

    /** The bridge without any SDK: every line it writes is kept, and must be JSON-RPC. */
    startRaw(env = environment(), options: readonly string[] = []) {
      const child = spawn(process.execPath, [bridgeFile(), '--profile', profile, ...options], { env, stdio: 'pipe' })
      later(() => end(child))
      // A bridge that ends accepts no more input; other tests check that.
      child.stdin.on('error', () => undefined)
      const lines: string[] = []
      let complaints = ''
      createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
      child.stderr.on('data', (chunk) => {
        complaints += chunk
      })
      const messages = () => lines.map((line) => JSON.parse(line))
      const answerTo = (id: number | string | null) =>
        messages().find((message) => message.id === id && !message.method)
      return {
        child,
        messages,
        complaints: () => complaints,
        send: (message: object | string) =>
          child.stdin.write(
            typeof message === 'string' ? message : `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`,
          ),
        async answer(id: number | string | null) {
          await until(() => answerTo(id))
          return answerTo(id)
        },
      }
    },
  }
}
