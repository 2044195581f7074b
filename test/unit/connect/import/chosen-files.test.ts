import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { homeOf } from '../../../../src-main/connect/connections.js'
import { ServiceImports } from '../../../../src-main/connect/import/service-imports.js'
import { resolveServiceReferences } from '../../../../src-main/policy/services/service-references.js'
import { ServicesStore, servicesFileOf } from '../../../../src-main/storage/services/services-store.js'
import { quietLog, systemClock } from '../../../../src-main/storage/system-clock.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { createServicesReader } from '../../../../src-main/validation/services-reader.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const bridge = { command: '/opt/gatehouse', args: ['/opt/bridge.cjs'], env: { A: '1' } }

const folder = folderForEach()
let secrets: Map<string, string>
let store: ServicesStore
let imports: ServiceImports

beforeEach(() => {
  secrets = new Map()
  store = new ServicesStore({
    file: servicesFileOf(folder()),
    read: createServicesReader(createContractAjv()),
    clock: systemClock,
    log: quietLog,
  })
  imports = new ServiceImports({
    profile: folder(),
    home: { ...homeOf(path.join(folder(), 'home')), platform: 'linux', env: {} },
    now: () => new Date('2026-11-26T00:00:00Z'),
    services: store,
    secrets: {
      get: (name) => secrets.get(name),
      set: (name, value) => secrets.set(name, value) === secrets,
      delete: (name) => void secrets.delete(name),
    },
    bridgeOf: () => bridge,
    ensureKey() {},
    running: async () => ({ kind: 'no' }),
  })
})

const place = (name: string, text: string | Buffer): string => {
  const file = path.join(folder(), name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
/** Moves everything that can move. */
const moveAll = async (file: string) => {
  const { entries } = imports.choose(file)
  const names = entries.flatMap(({ name, stays }) => (stays === undefined ? [name] : []))
  const { expected, lines, encoding } = await imports.preview(file, names)
  await imports.run(file, names, expected)
  return { lines: lines.map(({ text }) => text).join('\n'), encoding, after: readFileSync(file) }
}
const started = (name: string, environment: Record<string, string> = {}) => {
  const config = store.get().services[name]
  if (!config) throw new Error('no service')
  return resolveServiceReferences(config, {
    environment,
    secret: (secret) => secrets.get(`service:${secret}`),
  })
}

describe('moving the servers of a chosen file', () => {
  it('keeps the variables of Claude Code, and starts in the folder of the project', async () => {
    const file = place(
      'work/.mcp.json',
      JSON.stringify({
        mcpServers: {
          gh: { command: 'node', args: ['s.js', '--dir', '${DATA_DIR:-/tmp/data}'], env: { MODE: '${SERVICE_MODE}' } },
          web: { type: 'http', url: '${WEB_URL:-https://example.org}/mcp' },
        },
      }),
    )
    await moveAll(file)
    expect(started('gh', { SERVICE_MODE: 'fast' })).toMatchObject({
      ...{ args: ['s.js', '--dir', '/tmp/data'], env: { MODE: 'fast' }, cwd: path.dirname(file) },
    })
    expect(() => started('gh')).toThrow('Missing: SERVICE_MODE.')
    expect(started('web')).toMatchObject({ url: 'https://example.org/mcp' })
    expect(started('web', { WEB_URL: 'http://127.0.0.1:1' })).toMatchObject({ url: 'http://127.0.0.1:1/mcp' })
  })

  it('puts keys in paths of addresses into the store, and shows them nowhere', async () => {
    const zapier = 'https://mcp.zapier.com/api/mcp/s/NmQ3YzI0ZjItOTk5OS00ZTc1LWE1YmQ6MGY5/mcp'
    const n8n = 'https://n8n.example.org/mcp/3f2b8c1e-9d4a-4f6b-8e21-7a5c0d9b1e44/sse'
    const file = place(
      'mcp.json',
      JSON.stringify(
        {
          mcpServers: {
            zapier: { url: zapier },
            n8n: { type: 'sse', url: n8n },
            remote: { command: 'npx', args: ['mcp-remote', zapier] },
            plain: { url: 'https://example.org/api/v1/mcp' },
          },
        },
        null,
        2,
      ).replace(zapier, zapier.replaceAll('/', '\\/')),
    )
    expect(imports.choose(file).entries.map(({ shows, keys }) => [shows, keys])).toEqual([
      ['https://mcp.zapier.com/api/mcp/s/…/mcp', 1],
      ['https://n8n.example.org/mcp/…/sse', 1],
      ['npx mcp-remote https://mcp.zapier.com/api/mcp/s/…/mcp', 1],
      ['https://example.org/api/v1/mcp', 0],
    ])
    const { lines } = await moveAll(file)
    for (const text of [lines, readFileSync(store.file, 'utf8')]) {
      expect(text).not.toMatch(/NmQ3YzI0|3f2b8c1e/u)
      expect(text).toContain('https://example.org/api/v1/mcp')
    }
    expect(started('zapier')).toMatchObject({ url: zapier })
    expect(started('n8n')).toMatchObject({ url: n8n })
  })

  it.each([
    [
      '.vscode/mcp.json',
      '{ // mine\n  "servers": {\n    "a": { "type": "stdio", "command": "x" }, // about a\n  },\n}\n',
      /\/\/ mine/u,
    ],
    [
      'zed.json',
      '{\n  // mine\n  "context_servers": { "a": { "source": "custom", "command": "x", "args": [] } }\n}\n',
      /"source": "custom"/u,
    ],
    [
      'opencode.json',
      '{\n  "mcp": {\n    "a": { "type": "local", "command": ["x", "y"] }\n  }\n}\n',
      /"command": \[\n\s+"\/opt\/gatehouse"/u,
    ],
  ])('reads %s by its contents, and writes Gatehouse in its form', async (name, text, form) => {
    const file = place(name, text)
    const { after } = await moveAll(file)
    expect(store.get().services.a).toMatchObject({ type: 'stdio', command: 'x' })
    expect(after.toString()).toMatch(form)
    expect(after.toString()).not.toContain('"x"')
    expect(imports.choose(file).entries).toMatchObject([{ name: 'gatehouse', stays: 'gatehouse' }])
    await imports.undo(file)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(store.get().services).toEqual({})
  })

  it.each([
    ['utf-8-bom', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('reads %s, and writes UTF-8 without a mark', async (name, encoded) => {
    const bytes = encoded('{ "mcpServers": { "文件": { "command": "x" } } }')
    const file = place('mcp.json', bytes)
    const { encoding, after } = await moveAll(file)
    expect(encoding).toBe(name)
    expect(JSON.parse(after.toString('utf8'))).toEqual({ mcpServers: { gatehouse: bridge } })
    expect(store.get().services.文件).toMatchObject({ command: 'x' })
    await imports.undo(file)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it('says why there is nothing to move', () => {
    const problemOf = (file: string) => imports.choose(file).problem
    expect(problemOf(place('package.json', '{ "name": "x" }'))).toMatchObject({ kind: 'no-servers' })
    expect(problemOf(path.join(folder(), 'missing.json'))).toEqual({ kind: 'no-file' })
    expect(problemOf(place('config.toml', '[mcp_servers.a]\ncommand = "x"\n'))).toEqual({
      ...{ kind: 'other-format', format: 'TOML' },
    })
    expect(problemOf(folder())).toEqual({ kind: 'unreadable' })
    expect(problemOf(place('list.json', '{ "mcpServers": [] }'))).toEqual({ kind: 'not-servers' })
    expect(imports.choose(place('empty.json', '{ "mcpServers": {} }'))).toMatchObject({ entries: [] })
  })

  it('leaves with its client what only the client knows', () => {
    const file = place(
      'mcp.json',
      JSON.stringify({
        servers: { a: { command: 'x', env: { TOKEN: '${input:token}' } }, b: { command: 'y', envFile: '.env' } },
      }),
    )
    expect(imports.choose(file).entries).toMatchObject([
      { name: 'a', stays: 'input' },
      { name: 'b', stays: 'client-value' },
    ])
  })
})
