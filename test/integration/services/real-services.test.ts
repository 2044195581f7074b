/** Services that others wrote, from npm and PyPI, behind the whole path: their tools are listed unchanged, and they work. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ServiceConfig } from '@shared/servers/service.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { pythonWithServers } from '../../../scripts/python.mjs'
import { oldClient, type RecordingClient } from '../../fakes/differential-clients.js'
import { RelayScene } from '../../fakes/relay-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

const require = createRequire(import.meta.url)
const python = pythonWithServers()
const words = path.resolve(import.meta.dirname, '../../python/words.py')

const named = { enabled: true, namespace: 'real' }
const programOf = (name: string): string =>
  path.join(path.dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js')

const cleanUp = cleanUpForEach()

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'gatehouse-real-')))
  cleanUp.add(folder, (one) => rmSync(one, { recursive: true, force: true }))
})

async function behindGatehouse(service: ServiceConfig): Promise<RecordingClient> {
  const scene = cleanUp.add(await RelayScene.open(service), (one) => one.close())
  const client = await oldClient({ kind: 'http', url: scene.url, token: scene.token })
  return cleanUp.add(client, (one) => one.close())
}

/** A program behind Gatehouse, once its list was compared with the one that it gives by itself. */
async function program(command: string, args: string[], env: Record<string, string> = {}): Promise<RecordingClient> {
  const direct = await oldClient({ kind: 'direct', command, args })
  const alone = await toolsOf(direct)
  await direct.close()
  const client = await behindGatehouse({ ...named, type: 'stdio', command, args, env })
  const names = new Set(alone.map(({ name }) => name))
  const listed = (await toolsOf(client)).filter(({ name }) => names.has(name))
  expect(byName(listed)).toEqual(byName(alone))
  return client
}

interface Tool {
  readonly name: string
}

const byName = (tools: readonly Tool[]): Tool[] => [...tools].sort((one, other) => (one.name < other.name ? -1 : 1))

async function toolsOf(client: RecordingClient): Promise<Tool[]> {
  return ((await client.request('tools/list')).ended as { tools: Tool[] }).tools
}

async function call(client: RecordingClient, name: string, given: Record<string, unknown>): Promise<string> {
  const { ended } = await client.request('tools/call', { name, arguments: given })
  expect(ended).not.toHaveProperty('error')
  expect(ended, JSON.stringify(ended)).not.toMatchObject({ isError: true })
  return JSON.stringify(ended)
}

describe('services from npm', () => {
  it('write and read files', async () => {
    const client = await program(process.execPath, [programOf('server-filesystem'), folder])
    const file = path.join(folder, 'note.txt')
    await call(client, 'write_file', { path: file, content: 'The shop opens at eight.' })
    expect(readFileSync(file, 'utf8')).toBe('The shop opens at eight.')
    expect(await call(client, 'read_text_file', { path: file })).toContain('opens at eight')
  })

  it('remember', async () => {
    const env = { MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') }
    const client = await program(process.execPath, [programOf('server-memory')], env)
    const steve = { name: 'Steve', entityType: 'player', observations: ['likes 红石'] }
    await call(client, 'create_entities', { entities: [steve] })
    expect(await call(client, 'search_nodes', { query: 'Steve' })).toContain('likes 红石')
  })

  it('think in steps', async () => {
    const client = await program(process.execPath, [programOf('server-sequential-thinking')])
    const thought = { thought: 'First, find the player.', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true }
    expect(await call(client, 'sequentialthinking', thought)).toContain('thoughtHistoryLength')
  })
})

if (!python) console.warn('MCP servers in Python are not tested: they are not installed (npm test installs them).')

describe.skipIf(!python)('services in Python', () => {
  const inPython = (name: string, ...args: string[]) => program(String(python), ['-m', name, ...args])

  it('return the time', async () => {
    const client = await inPython('mcp_server_time', '--local-timezone', 'Europe/Berlin')
    const given = { source_timezone: 'Europe/Berlin', time: '12:00', target_timezone: 'Asia/Shanghai' }
    expect(await call(client, 'convert_time', given)).toMatch(/1[89]:00/u)
  })

  it('read a Git repository', async () => {
    const repository = path.join(folder, 'repository')
    mkdirSync(repository)
    execFileSync('git', ['init', '--quiet', repository])
    writeFileSync(path.join(repository, 'plan.txt'), 'Build a bridge.')
    const client = await inPython('mcp_server_git', '--repository', repository)
    expect(await call(client, 'git_status', { repo_path: repository })).toContain('plan.txt')
  })

  it('fetch a page', async () => {
    const server = createServer((request, response) =>
      request.url === '/robots.txt'
        ? response.writeHead(404).end()
        : response.writeHead(200, { 'content-type': 'text/plain' }).end('Two diamonds for a saddle.'),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp.add(server, (one) => {
      one.closeAllConnections()
      one.close()
    })
    const client = await inPython('mcp_server_fetch', '--allow-private-ips')
    const { port } = server.address() as AddressInfo
    expect(await call(client, 'fetch', { url: `http://127.0.0.1:${port}/prices` })).toContain('Two diamonds')
  })

  it.each([
    ['sse', 'sse', '/sse'],
    ['http', 'streamable-http', '/mcp'],
  ] as const)('are reached over %s, with resources and prompts', async (type, transport, place) => {
    const child = spawn(String(python), [words, transport], { stdio: ['pipe', 'pipe', 'ignore'] })
    cleanUp.add(child, async (one) => {
      one.stdin.end()
      if (one.exitCode === null) await once(one, 'exit')
    })
    const [port] = await once(createInterface({ input: child.stdout }), 'line')
    const client = await behindGatehouse({ ...named, type, url: `http://127.0.0.1:${port}${place}`, headers: {} })
    expect(await call(client, 'count', { text: 'three short words' })).toContain('3')
    expect((await client.request('resources/read', { uri: 'words://greeting' })).ended).toMatchObject({
      contents: [{ text: '你好, world' }],
    })
    expect((await client.request('prompts/get', { name: 'summary', arguments: { text: 'this' } })).ended).toMatchObject(
      {
        messages: [{ role: 'user', content: { type: 'text', text: 'Sum this up: this' } }],
      },
    )
  })
})
