import { describe, expect, it } from 'vitest'
import { formOf, projectOf, usualEntry } from '../../../../src-main/connect/import/client-forms.js'

const server = { command: 'npx', args: ['x'] }
const found = (name: string, root: unknown) => {
  const recognised = formOf('file', `/home/ada/${name}`, typeof root === 'string' ? root : JSON.stringify(root))
  return recognised.ok
    ? { list: recognised.form.list.join('.'), references: recognised.form.references, entries: recognised.form.entries }
    : recognised.problem
}

describe('a file that a person chose', () => {
  it.each([
    ['claude_desktop_config.json', { mcpServers: { a: server } }, 'mcpServers', 'none', 'usual'],
    ['.mcp.json', { mcpServers: { a: server } }, 'mcpServers', 'claude-code', 'usual'],
    ['mcp_config.json', { mcpServers: { a: server } }, 'mcpServers', 'any', 'usual'],
    ['.gemini/settings.json', { theme: 'x', mcpServers: { a: server } }, 'mcpServers', 'gemini', 'usual'],
    ['.vscode/mcp.json', { servers: { a: server }, inputs: [] }, 'servers', 'editor', 'vscode'],
    ['mcp.json', { servers: { a: server } }, 'servers', 'editor', 'vscode'],
    ['settings.json', { mcp: { servers: { a: server } } }, 'mcp.servers', 'editor', 'vscode'],
    ['settings.json', { context_servers: { a: { source: 'custom', ...server } } }, 'context_servers', 'none', 'zed'],
    ['opencode.json', { mcp: { a: { type: 'local', command: ['npx'] } } }, 'mcp', 'opencode', 'opencode'],
    ['settings.json', { 'amp.mcpServers': { a: server } }, 'amp.mcpServers', 'any', 'usual'],
    ['plugin.json', { a: server, b: { url: 'https://example.org' } }, '', 'any', 'usual'],
    ['mcp.json', { mcpServers: {}, servers: { a: server } }, 'servers', 'editor', 'vscode'],
    ['mcp.json', { mcpServers: {} }, 'mcpServers', 'any', 'usual'],
  ])('%s %j is recognised by its contents', (name, root, list, references, entries) => {
    expect(found(name, root)).toEqual({ list, references, entries })
  })

  it('may have comments where its client reads them', () => {
    expect(found('mcp.json', '{ /* mine */ "servers": { "a": { "url": "https://x" }, }, }')).toMatchObject({
      list: 'servers',
    })
    expect(found('.mcp.json', '{ /* mine */ "mcpServers": {} }')).toMatchObject({ kind: 'broken', line: 1, column: 3 })
  })

  it.each([
    ['package.json', '{ "name": "x", "mcp": { "debug": true } }'],
    ['empty.json', '{}'],
    ['empty.json', ''],
  ])('%s without servers says what was looked for', (name, text) => {
    expect(found(name, text)).toEqual({
      kind: 'no-servers',
      looked: 'mcpServers, servers, context_servers, mcp.servers, mcp, amp.mcpServers, mcp_servers',
    })
  })

  it.each([
    ['config.toml', '[mcp_servers.files]\ncommand = "npx"\n', 'TOML'],
    ['codex.txt', 'model = "x"\n[mcp_servers.files]\ncommand = "npx"\n', 'TOML'],
    ['config.yaml', 'name: x\nmcpServers:\n  - name: files\n', 'YAML'],
    ['goose', 'extensions:\n  files:\n    cmd: npx\n', 'YAML'],
  ])('%s of a client without JSON is named', (name, text, format) => {
    expect(found(name, text)).toEqual({ kind: 'other-format', format })
  })

  it('is reported where its list is none', () => {
    expect(found('mcp.json', { mcpServers: [] })).toMatchObject({ list: 'mcpServers' })
    expect(found('mcp.json', '[]')).toEqual({ kind: 'not-object' })
    expect(found('mcp.json', 'hello')).toMatchObject({ kind: 'broken' })
  })
})

describe('an entry of another form', () => {
  it.each([
    [
      { type: 'local', command: ['npx', '-y', 'x'], environment: { A: '1' } },
      { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: '1' } },
    ],
    [
      { type: 'remote', url: 'https://x' },
      { type: 'http', url: 'https://x' },
    ],
    [{ command: { path: '/x', args: ['run'], env: { A: '1' } } }, { command: '/x', args: ['run'], env: { A: '1' } }],
    [
      { type: 'streamable-http', url: 'https://x' },
      { type: 'http', url: 'https://x' },
    ],
    [
      { command: 'npx', args: ['x'] },
      { command: 'npx', args: ['x'] },
    ],
  ])('%j has the usual form', (given, usual) => expect(usualEntry(given)).toEqual(usual))

  it('that is an extension of its client stays there', () => {
    expect(() => usualEntry({ source: 'extension', settings: {} })).toThrow('client-value')
  })
})

it.each([
  ['/work/pack/.mcp.json', '/work/pack'],
  ['/work/pack/.vscode/mcp.json', '/work/pack'],
  ['C:\\work\\pack\\.cursor\\mcp.json', 'C:\\work\\pack'],
  ['/home/ada/mcp.json', undefined],
])('the project of a file %s is %s', (file, project) => expect(projectOf(file)).toBe(project))
