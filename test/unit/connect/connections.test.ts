import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bridge, normalRights } from '@shared/clients/client.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Connections, type ConnectionsOptions } from '../../../src-main/connect/connections.js'
import type { ProcessInfo } from '../../../src-main/connect/running-claude.js'
import { folderForEach } from '../../fixtures/for-each.js'

const claudeClient = {
  ...normalRights,
  id: 'client:0a1b2c3d',
  name: 'Claude Desktop',
  callsPerMinute: 600,
  createdAt: '2026-01-01T12:00:00Z',
  keyName: 'claude-desktop',
}

const folder = folderForEach()
let running: readonly ProcessInfo[] | undefined = []
beforeEach(() => {
  running = []
  writeFileSync(path.join(folder(), 'stdio-bridge.cjs'), 'bridge()\n//# sourceMappingURL=stdio-bridge.cjs.map\n')
  writeFileSync(path.join(folder(), 'icon.png'), 'icon')
})

const scene = (change: Partial<ConnectionsOptions> = {}) => {
  const openFile = vi.fn(async () => '')
  const openLink = vi.fn(async (_link: string) => {})
  const keys = { ensureKeyFile: vi.fn(() => claudeClient), hasKeyFile: vi.fn(() => true) }
  const connections = new Connections({
    program: {
      executable: '/opt/gatehouse',
      node: '/opt/node',
      programs: folder(),
      profile: folder(),
      env: {},
      isPackaged: true,
    },
    home: { platform: 'linux', env: {}, folder: folder(), list: () => [] },
    now: () => new Date(0),
    connectedClients: { all: () => [] },
    refusals: { all: () => [] },
    known: () => ({ clients: [], bridge: { ...bridge, ...normalRights } }),
    keys,
    panic: () => ({ on: false }),
    httpEndpoint: { address: 'http://127.0.0.1:4000/mcp' },
    announce: async () => {},
    openFile,
    showFile: () => {},
    openLink,
    listProcesses: async () => running,
    ...change,
  })
  return { connections, openFile, openLink, keys }
}
const claudeFile = () => path.join(folder(), '.config', 'Claude', 'claude_desktop_config.json')
const whyOf = (act: Promise<unknown>) =>
  act.then(
    () => 'it was done',
    (error) => (error as { details?: { why?: string } }).details?.why,
  )

describe('connecting Claude Desktop', () => {
  it('writes only while Claude does not run, and not where that is unknown', async () => {
    const { connections } = scene()
    const { expected } = await connections.preview(claudeFile())
    running = [{ program: '/usr/bin/claude-desktop' }]
    expect(await whyOf(connections.write(claudeFile(), expected))).toBe('running')
    running = undefined
    expect(await whyOf(connections.write(claudeFile(), expected))).toBe('running-unknown')
    running = []
    await connections.write(claudeFile(), expected)
    expect((await connections.guide('claude-desktop')).files).toMatchObject([{ state: { kind: 'ours' } }])
    running = [{ program: '/usr/bin/claude-desktop' }]
    expect(await whyOf(connections.revert(claudeFile()))).toBe('running')
    running = []
    await connections.revert(claudeFile())
    expect((await connections.guide('claude-desktop')).files).toMatchObject([{ state: { kind: 'missing' } }])
  })

  it('writes only files of known programs', async () => {
    const { connections } = scene()
    for (const file of ['/etc/passwd', `${claudeFile()}/../other.json`, 'claude_desktop_config.json']) {
      await expect(connections.preview(file)).rejects.toThrow('not the configuration file')
      await expect(connections.write(file, 'none')).rejects.toThrow('not the configuration file')
      await expect(connections.revert(file)).rejects.toThrow('not the configuration file')
    }
  })

  it('makes the key that the file names when it is written, and not when it is only shown', async () => {
    const { connections, keys } = scene()
    const { expected, lines } = await connections.preview(claudeFile())
    expect(lines.map(({ text }) => text).join('\n')).toContain('"--client"')
    expect(keys.ensureKeyFile).not.toHaveBeenCalled()
    await connections.write(claudeFile(), expected)
    expect(keys.ensureKeyFile).toHaveBeenCalledWith('claude-desktop', 'Claude Desktop')
    expect(readFileSync(claudeFile(), 'utf8')).not.toMatch(/gh_[0-9a-f]{8}/u)
  })

  it('recognizes an entry of an earlier version without a key, and adds the key', async () => {
    const { connections } = scene()
    const before = { command: '/opt/node', args: [path.join(folder(), 'stdio-bridge.cjs'), '--profile', folder()] }
    mkdirSync(path.dirname(claudeFile()), { recursive: true })
    writeFileSync(claudeFile(), JSON.stringify({ mcpServers: { gatehouse: before } }))
    expect((await connections.guide('claude-desktop')).files).toMatchObject([{ state: { kind: 'keyless' } }])
    const kinds = (await connections.findingsAbout({ program: 'claude-desktop' })).map(({ kind }) => kind)
    expect(kinds).toContain('without-key')
    expect(kinds).not.toContain('config-missing')
    await connections.write(claudeFile(), (await connections.preview(claudeFile())).expected)
    expect((await connections.guide('claude-desktop')).files).toMatchObject([{ state: { kind: 'ours' } }])
  })

  it('makes a bundle for this computer and opens it, or says that nothing opens it', async () => {
    const { connections, openFile } = scene()
    const { file } = await connections.openBundle()
    expect(openFile).toHaveBeenCalledWith(file)
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
    const { connections: without } = scene({ openFile: async () => 'no application' })
    expect(await whyOf(without.openBundle())).toBe('not-opened')
  })
})

describe('connecting other programs', () => {
  it.each([
    ['cursor', '.cursor/mcp.json', 'mcpServers'],
    ['vscode', '.config/Code/User/mcp.json', 'servers'],
    ['vscode-insiders', '.config/Code - Insiders/User/mcp.json', 'servers'],
    ['lm-studio', '.lmstudio/mcp.json', 'mcpServers'],
    ['windsurf', '.codeium/windsurf/mcp_config.json', 'mcpServers'],
    ['gemini-cli', '.gemini/settings.json', 'mcpServers'],
  ] as const)('writes the file of %s as it was shown, while it runs, and puts it back as it was', async (...row) => {
    const [program, name, list] = row
    const { connections, keys } = scene()
    running = undefined
    const file = path.join(folder(), name)
    const before = `{ "${list}": { "others": { "command": "npx" } }, "theme": "dark" }`
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, before)
    expect((await connections.guide(program)).files).toMatchObject([{ path: file, state: { kind: 'without' } }])
    await connections.write(file, (await connections.preview(file)).expected)
    const after = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, { args?: string[] }>>
    expect(after[list]?.gatehouse?.args?.slice(-2)).toEqual(['--client', program])
    expect(after).toMatchObject({ theme: 'dark', [list]: { others: { command: 'npx' } } })
    expect(keys.ensureKeyFile).toHaveBeenCalledWith(program, expect.any(String))
    expect((await connections.guide(program)).files).toMatchObject([{ state: { kind: 'ours' }, written: {} }])
    await connections.revert(file)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('keeps the comments of a program that reads them, and writes nothing that changed since it was shown', async () => {
    const { connections } = scene()
    const file = path.join(folder(), '.config/Code/User/mcp.json')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '{ // mine\n}')
    await connections.write(file, (await connections.preview(file)).expected)
    expect(readFileSync(file, 'utf8')).toContain('// mine')
    expect((await connections.guide('vscode')).files).toMatchObject([{ state: { kind: 'ours' } }])
    writeFileSync(file, '{}')
    const { expected } = await connections.preview(file)
    writeFileSync(file, '{ "inputs": [] }')
    expect(await whyOf(connections.write(file, expected))).toBe('changed')
    expect(readFileSync(file, 'utf8')).toBe('{ "inputs": [] }')
  })

  it('writes a file again that its program may not read because of its encoding', async () => {
    const { connections } = scene()
    const file = path.join(folder(), '.codeium/windsurf/mcp_config.json')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '\uFEFF{}')
    await connections.write(file, (await connections.preview(file)).expected)
    writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`)
    const encodingOf = async () =>
      (await connections.findingsAbout({ program: 'windsurf' })).find(({ kind }) => kind === 'config-encoding')
    expect(await encodingOf()).toMatchObject({
      weight: 'cause',
      act: 'repair-file',
      details: { file, encoding: 'UTF-8 BOM' },
    })
    await connections.repairFile(file)
    expect(readFileSync(file, 'utf8').startsWith('{')).toBe(true)
    expect(await encodingOf()).toBeUndefined()
    expect(await whyOf(connections.repairFile('/etc/hosts'))).toBeUndefined()
  })

  it('keeps comments of Gemini CLI, and names a comma that it would reject', async () => {
    const { connections } = scene()
    const file = path.join(folder(), '.gemini/settings.json')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '{\n  // mine\n  "theme": "x", // dark\n}\n')
    expect(await whyOf(connections.preview(file))).toBe('broken')
    writeFileSync(file, '{\n  // mine\n  "theme": "x" // dark\n}\n')
    await connections.write(file, (await connections.preview(file)).expected)
    expect(readFileSync(file, 'utf8')).toMatch(/^\{\n {2}\/\/ mine\n {2}"theme": "x", \/\/ dark\n {2}"mcpServers": \{/u)
    expect((await connections.guide('gemini-cli')).files).toMatchObject([{ state: { kind: 'ours' } }])
  })

  it('opens the link of a program after its key is made, and says when nothing opens it', async () => {
    const { connections, openLink, keys } = scene()
    await connections.openLink('cursor')
    expect(openLink).toHaveBeenCalledWith(expect.stringMatching(/^cursor:\/\//u))
    expect(keys.ensureKeyFile).toHaveBeenCalledWith('cursor', 'Cursor')
    const { connections: without } = scene({ openLink: () => Promise.reject(new Error('no program')) })
    expect(await whyOf(without.openLink('lm-studio'))).toBe('no-link')
    await expect(connections.openLink('windsurf')).rejects.toThrow()
  })
})

describe('keys of programs', () => {
  it('have the name of a program that we know, and one made from the name that a person gives', async () => {
    const { connections, keys } = scene()
    const textOf = async (...about: Parameters<typeof connections.guide>) =>
      (await connections.guide(...about)).recipes[0]?.text
    expect(await textOf('cursor')).toContain('"cursor"')
    expect(await textOf('other', 'My AI, v2')).toContain('"my-ai-v2"')
    connections.ensureKey('other', 'My AI, v2')
    expect(keys.ensureKeyFile).toHaveBeenCalledWith('my-ai-v2', 'My AI, v2')
  })

  it('are written again for a client that has a key file, and for no other', async () => {
    const { keyName: _, ...overHttp } = { ...claudeClient, id: 'client:00000002' }
    const known = () => ({ clients: [claudeClient, overHttp], bridge: { ...bridge, ...normalRights } })
    const { connections, keys } = scene({ known })
    await connections.repairKey(claudeClient.id)
    expect(keys.ensureKeyFile.mock.calls).toEqual([['claude-desktop', 'Claude Desktop']])
    await expect(connections.repairKey(overHttp.id)).rejects.toThrow()
    await expect(connections.repairKey('client:ffffffff')).rejects.toThrow()
  })

  it('are found missing, for the program and for its client alike', async () => {
    const known = () => ({ clients: [claudeClient], bridge: { ...bridge, ...normalRights } })
    const { connections, keys } = scene({ known })
    keys.hasKeyFile.mockReturnValue(false)
    for (const about of [{ program: 'claude-desktop' as const }, { client: claudeClient.id }]) {
      expect(await connections.findingsAbout(about)).toContainEqual({
        kind: 'key-missing',
        weight: 'cause',
        details: { name: 'Claude Desktop' },
        act: 'repair-key',
      })
    }
  })
})

describe('findings', () => {
  it('report that a client was revoked when it is no longer known', async () => {
    expect(await scene().connections.findingsAbout({ client: 'client:0a1b2c3d' })).toMatchObject([{ kind: 'revoked' }])
  })

  it('include the configuration files of other programs', async () => {
    const { connections } = scene()
    const missing = await connections.findingsAbout({ program: 'vscode' })
    expect(missing[0]).toMatchObject({ kind: 'config-missing' })
    const [recipe] = (await connections.guide('vscode')).recipes
    mkdirSync(path.dirname(recipe?.file ?? ''), { recursive: true })
    writeFileSync(recipe?.file ?? '', recipe?.text ?? '')
    const kinds = (await connections.findingsAbout({ program: 'vscode' })).map(({ kind }) => kind)
    expect(kinds).toEqual(['endpoint-missing', 'never-seen'])
  })
})
