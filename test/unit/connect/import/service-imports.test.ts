import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ProgramRunning } from '@shared/clients/connection.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { homeOf } from '../../../../src-main/connect/connections.js'
import { ServiceImports } from '../../../../src-main/connect/import/service-imports.js'
import { ServicesStore, servicesFileOf } from '../../../../src-main/storage/services/services-store.js'
import { quietLog, systemClock } from '../../../../src-main/storage/system-clock.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { createServicesReader } from '../../../../src-main/validation/services-reader.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const folder = folderForEach()
let file: string
let secrets: Map<string, string>
let running: ProgramRunning
let keychain: boolean
let refuseKey: boolean

const bridge = { command: '/opt/gatehouse', args: ['/opt/bridge.cjs'], env: {} }
const claude = {
  theme: 'dark',
  mcpServers: {
    Files: { command: 'node', args: ['files.js', '/home/alex'] },
    GitHub: { command: 'npx', args: ['github'], env: { GITHUB_TOKEN: 'very-secret-token' } },
    gatehouse: bridge,
  },
}

beforeEach(() => {
  file = path.join(folder(), 'home', '.config', 'Claude', 'claude_desktop_config.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(claude, null, 4))
  secrets = new Map()
  running = { kind: 'no' }
  keychain = true
  refuseKey = false
})

function open() {
  const store = new ServicesStore({
    file: servicesFileOf(folder()),
    read: createServicesReader(createContractAjv()),
    clock: systemClock,
    log: quietLog,
  })
  const imports = new ServiceImports({
    profile: folder(),
    home: { ...homeOf(path.join(folder(), 'home')), platform: 'linux', env: {} },
    now: () => new Date('2026-11-22T20:00:00Z'),
    services: store,
    secrets: {
      get: (name) => secrets.get(name),
      set: (name, value) => {
        if (keychain) secrets.set(name, value)
        return keychain
      },
      delete: (name) => void secrets.delete(name),
    },
    bridgeOf: () => bridge,
    ensureKey: () => {
      if (refuseKey) throw new Error('no key')
    },
    running: async () => running,
  })
  return { store, imports }
}

const sourceOf = (imports: ServiceImports) => {
  const [source] = imports.sources()
  if (!source) throw new Error('no source')
  return source
}

describe('importing the servers of Claude Desktop', () => {
  it('shows what is there, with the keys counted and never shown', () => {
    const { imports } = open()
    const source = sourceOf(imports)
    expect(source.entries).toEqual([
      { name: 'Files', shows: 'node files.js /home/alex', keys: 0 },
      { name: 'GitHub', shows: 'npx github', keys: 1 },
      { name: 'gatehouse', shows: '/opt/gatehouse /opt/bridge.cjs', keys: 0, stays: 'gatehouse' },
    ])
    expect(JSON.stringify(source)).not.toContain('very-secret-token')
  })

  it('shows the change before it is made, without keys', async () => {
    const { imports } = open()
    const { lines } = await imports.preview(file, ['Files', 'GitHub'])
    expect(lines.some(({ kind, text }) => kind === 'removed' && text.includes('"Files"'))).toBe(true)
    expect(JSON.stringify(lines)).toContain('••••')
    expect(JSON.stringify(lines)).not.toContain('very-secret-token')
  })

  it('leaves the client with Gatehouse alone, and the keys in the store of the system', async () => {
    const { imports, store } = open()
    const { expected } = await imports.preview(file, ['Files', 'GitHub'])
    expect(await imports.run(file, ['Files', 'GitHub'], expected)).toEqual(['Files', 'GitHub'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'dark', mcpServers: { gatehouse: bridge } })
    expect(store.get().services).toMatchObject({
      Files: { command: 'node', args: ['files.js', '/home/alex'], namespace: 'files', enabled: true },
      GitHub: { env: { GITHUB_TOKEN: '${secret:GitHub/GITHUB_TOKEN}' } },
    })
    expect(secrets).toEqual(new Map([['service:GitHub/GITHUB_TOKEN', 'very-secret-token']]))
    expect(readFileSync(store.file, 'utf8')).not.toContain('very-secret-token')
    expect(sourceOf(imports).imported).toMatchObject({ services: 2, at: '2026-11-22T20:00:00.000Z' })
  })

  it('is undone byte for byte, also after a restart, and the services and keys go', async () => {
    const before = readFileSync(file)
    const first = open()
    const { expected } = await first.imports.preview(file, ['GitHub'])
    await first.imports.run(file, ['GitHub'], expected)
    const { imports, store } = open()
    const { lines } = await imports.previewRevert(file)
    expect(JSON.stringify(lines)).not.toContain('very-secret-token')
    await imports.undo(file)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(store.get().services).toEqual({})
    expect(secrets.size).toBe(0)
    expect(sourceOf(imports).imported).toBeUndefined()
  })

  it('leaves a file alone that changed since it was shown, or since it was written', async () => {
    const { imports, store } = open()
    const { expected } = await imports.preview(file, ['Files'])
    writeFileSync(file, JSON.stringify({ ...claude, more: true }))
    await expect(imports.run(file, ['Files'], expected)).rejects.toThrow('changed during the review')
    expect(store.get().services).toEqual({})
    const again = await imports.preview(file, ['Files'])
    await imports.run(file, ['Files'], again.expected)
    writeFileSync(file, '{"mcpServers":{}}')
    await expect(imports.undo(file)).rejects.toThrow('changed after Gatehouse wrote it')
    expect(Object.keys(store.get().services)).toEqual(['Files'])
    expect(readFileSync(file, 'utf8')).toBe('{"mcpServers":{}}')
  })

  it('undoes only the newest import when the client’s file was edited between two', async () => {
    const first = open()
    const { expected } = await first.imports.preview(file, ['Files', 'GitHub'])
    await first.imports.run(file, ['Files', 'GitHub'], expected)
    const edited = JSON.parse(readFileSync(file, 'utf8'))
    edited.mcpServers.Weather = { command: 'npx', args: ['weather'], env: { WEATHER_TOKEN: 'weather-secret' } }
    const between = JSON.stringify(edited)
    writeFileSync(file, between)
    const second = await first.imports.preview(file, ['Weather'])
    await first.imports.run(file, ['Weather'], second.expected)
    expect(sourceOf(first.imports).imported).toMatchObject({ services: 1 })
    const { imports, store } = open()
    await imports.undo(file)
    expect(readFileSync(file, 'utf8')).toBe(between)
    expect(Object.keys(store.get().services)).toEqual(['Files', 'GitHub'])
    expect([...secrets.keys()]).toEqual(['service:GitHub/GITHUB_TOKEN'])
    const { imported } = sourceOf(imports)
    expect(imported).toMatchObject({ services: 2, changed: true })
    expect(JSON.parse(readFileSync(imported?.backup ?? '', 'utf8'))).toEqual(claude)
  })

  it('undoes two imports at once when the file was not edited between them', async () => {
    const before = readFileSync(file)
    const { imports, store } = open()
    for (const name of ['Files', 'GitHub']) {
      const { expected } = await imports.preview(file, [name])
      await imports.run(file, [name], expected)
    }
    await imports.undo(file)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(store.get().services).toEqual({})
    expect(secrets.size).toBe(0)
  })

  it('keeps a service whose key was changed after the import', async () => {
    const { imports, store } = open()
    const { expected } = await imports.preview(file, ['Files', 'GitHub'])
    await imports.run(file, ['Files', 'GitHub'], expected)
    secrets.set('service:GitHub/GITHUB_TOKEN', 'newer-token')
    await imports.undo(file)
    expect(Object.keys(store.get().services)).toEqual(['GitHub'])
    expect(secrets).toEqual(new Map([['service:GitHub/GITHUB_TOKEN', 'newer-token']]))
  })

  it('can still undo the first import when the second cannot be written', async () => {
    const before = readFileSync(file)
    const { imports, store } = open()
    const first = await imports.preview(file, ['Files'])
    await imports.run(file, ['Files'], first.expected)
    const second = await imports.preview(file, ['GitHub'])
    // A folder where the draft of the new file would be.
    const draft = `${file}.${process.pid}.draft`
    mkdirSync(draft)
    await expect(imports.run(file, ['GitHub'], second.expected)).rejects.toMatchObject({
      details: { why: 'unwritable' },
    })
    rmSync(draft, { recursive: true })
    expect(secrets.size).toBe(0)
    await imports.undo(file)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(store.get().services).toEqual({})
  })

  it('waits until Claude Desktop is closed', async () => {
    const { imports } = open()
    const { expected } = await imports.preview(file, ['Files'])
    running = { kind: 'yes' }
    await expect(imports.run(file, ['Files'], expected)).rejects.toMatchObject({ details: { why: 'running' } })
    running = { kind: 'unknown' }
    await expect(imports.run(file, ['Files'], expected)).rejects.toMatchObject({ details: { why: 'running-unknown' } })
  })

  it('rolls back every step when one fails', async () => {
    const before = readFileSync(file)
    const { imports, store } = open()
    const { expected } = await imports.preview(file, ['Files', 'GitHub'])
    refuseKey = true
    await expect(imports.run(file, ['Files', 'GitHub'], expected)).rejects.toThrow('no key')
    expect(store.get().services).toEqual({})
    expect(secrets.size).toBe(0)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(sourceOf(imports).imported).toBeUndefined()
  })

  it('moves no server with a key where there is no credential store', async () => {
    keychain = false
    const { imports, store } = open()
    expect(sourceOf(imports).entries[1]).toMatchObject({ name: 'GitHub', stays: 'no-keychain' })
    await expect(imports.preview(file, ['GitHub'])).rejects.toThrow('changed during the review')
    const { expected } = await imports.preview(file, ['Files'])
    await imports.run(file, ['Files'], expected)
    expect(Object.keys(store.get().services)).toEqual(['Files'])
  })

  it('gives a service another name where the name is taken', async () => {
    const { imports, store } = open()
    store.change([['Files', { type: 'http', enabled: true, namespace: 'files', url: 'http://127.0.0.1:1/' }]])
    const { expected } = await imports.preview(file, ['Files'])
    expect(await imports.run(file, ['Files'], expected)).toEqual(['Files 2'])
    expect(store.get().services['Files 2']).toMatchObject({ namespace: 'files-2' })
    await imports.undo(file)
    expect(Object.keys(store.get().services)).toEqual(['Files'])
  })

  it('reads and writes no file that is neither a client’s nor chosen by a person', async () => {
    const { imports } = open()
    const other = path.join(folder(), 'mcp_config.json')
    writeFileSync(other, JSON.stringify({ mcpServers: { time: { type: 'stdio', command: 'uvx', args: ['time'] } } }))
    await expect(imports.preview(other, ['time'])).rejects.toThrow('not the configuration file of a known client')
    expect(imports.choose(other)).toMatchObject({ program: 'file', entries: [{ name: 'time', shows: 'uvx time' }] })
    const { expected } = await imports.preview(other, ['time'])
    await imports.run(other, ['time'], expected)
    expect(JSON.parse(readFileSync(other, 'utf8'))).toEqual({ mcpServers: { gatehouse: bridge } })
  })

  it('finds the servers of Cursor and of VS Code, each in its own format', async () => {
    const cursor = path.join(folder(), 'home', '.cursor', 'mcp.json')
    const code = path.join(folder(), 'home', '.config', 'Code', 'User', 'mcp.json')
    for (const one of [cursor, code]) mkdirSync(path.dirname(one), { recursive: true })
    writeFileSync(cursor, JSON.stringify({ mcpServers: { web: { url: 'https://example.org/mcp' } } }))
    writeFileSync(code, '{ /* mine */ "servers": { "time": { "type": "stdio", "command": "uvx" } } }')
    const { imports } = open()
    expect(imports.sources().map(({ program, entries }) => [program, entries.map(({ name }) => name)])).toEqual([
      ['claude-desktop', ['Files', 'GitHub', 'gatehouse']],
      ['cursor', ['web']],
      ['vscode', ['time']],
    ])
    const { expected } = await imports.preview(code, ['time'])
    await imports.run(code, ['time'], expected)
    expect(readFileSync(code, 'utf8')).toContain('/* mine */')
    expect(readFileSync(code, 'utf8')).toContain('"type":"stdio"')
  })

  it('says what is wrong with a file that cannot be read', () => {
    writeFileSync(file, '{ "mcpServers": ')
    const { imports } = open()
    expect(sourceOf(imports)).toMatchObject({ entries: [], problem: { kind: 'broken', line: 1 } })
  })
})
