import { execFileSync } from 'node:child_process'
import { keyPlaceholder, programIds, programOf } from '@shared/clients/connection.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type RecipeFacts, recipesFor } from '../../../src-main/connect/recipes.js'

const bridge = {
  command: '/opt/My Gatehouse/gatehouse',
  args: ["/opt/it's/stdio-bridge.cjs", '--profile', '/home/ada/.config/Gatehouse'],
}
const facts: RecipeFacts = {
  bridge,
  address: 'http://127.0.0.1:8723/mcp',
  home: { platform: 'linux', env: {}, folder: '/home/ada', list: () => [] },
}
const windows: RecipeFacts['home'] = {
  platform: 'win32',
  env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
  folder: 'C:\\Users\\ada',
  list: () => [],
}
const textOf = (...[program, given = facts]: [Parameters<typeof recipesFor>[0], RecipeFacts?]) =>
  recipesFor(program, given)[0]?.text ?? ''

describe('what is copied into an AI client', () => {
  it('is a command for Claude Code that a shell splits into exactly these arguments', () => {
    const command = textOf('claude-code')
    const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
      .trim()
      .split('\n')
    const add = ['claude', 'mcp', 'add', '--scope', 'user', 'gatehouse', '--']
    expect(words).toEqual([...add, bridge.command, ...bridge.args])
  })

  it('is quoted for PowerShell on Windows', () => {
    expect(textOf('claude-code', { ...facts, home: windows })).toContain("'/opt/it''s/stdio-bridge.cjs'")
  })

  it('says servers and a type for VS Code, and mcpServers for the others', () => {
    expect(JSON.parse(textOf('vscode'))).toEqual({ servers: { gatehouse: { type: 'stdio', ...bridge } } })
    for (const program of ['claude-desktop', 'cursor', 'lm-studio', 'windsurf', 'gemini-cli', 'other'] as const) {
      expect(JSON.parse(textOf(program))).toEqual({ mcpServers: { gatehouse: bridge } })
    }
  })

  it('names the address as each client does, with the place of the key', () => {
    const overHttp = (program: (typeof programIds)[number]) =>
      recipesFor(program, facts).find(({ over }) => over === 'http')?.text ?? '{}'
    const headers = { Authorization: `Bearer ${keyPlaceholder}` }
    expect(JSON.parse(overHttp('cursor')).mcpServers.gatehouse).toEqual({ url: facts.address, headers })
    expect(JSON.parse(overHttp('windsurf')).mcpServers.gatehouse).toEqual({ serverUrl: facts.address, headers })
    expect(JSON.parse(overHttp('gemini-cli')).mcpServers.gatehouse).toEqual({ httpUrl: facts.address, headers })
    expect(JSON.parse(overHttp('vscode')).servers.gatehouse).toEqual({ type: 'http', url: facts.address, headers })
    expect(overHttp('claude-code')).toBe(
      `claude mcp add --header 'Authorization: Bearer ${keyPlaceholder}' --transport http --scope user gatehouse ${facts.address}`,
    )
  })

  it('is TOML for Codex, also over HTTP', () => {
    const [file, http] = recipesFor('codex', facts)
    expect(file?.text).toBe(
      [
        '[mcp_servers.gatehouse]',
        'command = "/opt/My Gatehouse/gatehouse"',
        'args = [ "/opt/it\'s/stdio-bridge.cjs", "--profile", "/home/ada/.config/Gatehouse" ]',
        'startup_timeout_sec = 60',
      ].join('\n'),
    )
    const [table, url, ...rest] = http?.text.split('\n') ?? []
    expect([table, url]).toEqual(['[mcp_servers.gatehouse]', `url = "${facts.address}"`])
    expect(rest.join('')).toContain(`Authorization = "Bearer ${keyPlaceholder}"`)
  })

  it('is a named entry of a list, in YAML, for Continue', () => {
    const [file, http] = recipesFor('continue', facts)
    const { command, args } = bridge
    expect(parse(file?.text ?? '')).toEqual({ mcpServers: [{ name: 'gatehouse', command, args }] })
    expect(parse(http?.text ?? '').mcpServers[0]).toMatchObject({ type: 'streamable-http', url: facts.address })
  })

  it('is one list of words for opencode, and has the type that Copilot, Cline and Qwen Code need', () => {
    const entryOf = (program: (typeof programIds)[number], index: number) =>
      Object.values(
        JSON.parse(recipesFor(program, facts)[index]?.text ?? '{}') as Record<string, Record<string, object>>,
      )[0]?.gatehouse
    const headers = { Authorization: `Bearer ${keyPlaceholder}` }
    expect(entryOf('opencode', 0)).toEqual({ type: 'local', command: [bridge.command, ...bridge.args] })
    expect(entryOf('opencode', 1)).toEqual({ type: 'remote', url: facts.address, headers })
    expect(entryOf('copilot', 0)).toMatchObject({ type: 'local', tools: ['*'] })
    expect(entryOf('copilot', 1)).toMatchObject({ type: 'http', tools: ['*'] })
    expect(entryOf('cline', 1)).toEqual({ type: 'streamableHttp', url: facts.address, headers })
    expect(entryOf('qwen-code', 1)).toEqual({ httpUrl: facts.address, headers })
    expect(entryOf('antigravity', 1)).toEqual({ serverUrl: facts.address, headers })
  })

  it('names the file to write, with absolute paths of the system', () => {
    const filesOf = (home: RecipeFacts['home']) =>
      programIds.map((program) => recipesFor(program, { ...facts, home })[0]?.file)
    expect(filesOf(facts.home)).toEqual([
      undefined,
      undefined,
      '/home/ada/.codex/config.toml',
      '/home/ada/.cursor/mcp.json',
      '/home/ada/.config/Code/User/mcp.json',
      '/home/ada/.config/Code - Insiders/User/mcp.json',
      '/home/ada/.copilot/mcp-config.json',
      '/home/ada/.gemini/settings.json',
      '/home/ada/.gemini/config/mcp_config.json',
      '/home/ada/.qwen/settings.json',
      '/home/ada/.config/opencode/opencode.jsonc',
      '/home/ada/.cline/data/settings/cline_mcp_settings.json',
      '/home/ada/.continue/config.yaml',
      '/home/ada/.lmstudio/mcp.json',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      undefined,
    ])
    expect(filesOf(windows)[4]).toBe('C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json')
    expect(filesOf({ ...facts.home, platform: 'darwin', folder: '/Users/ada' })[4]).toBe(
      '/Users/ada/Library/Application Support/Code/User/mcp.json',
    )
  })
})

it.each([
  ['claude-ai', 'claude-desktop'],
  ['Claude Desktop', 'claude-desktop'],
  ['claude-code', 'claude-code'],
  ['Claude Code 2.1', 'claude-code'],
  ['cursor-vscode', 'cursor'],
  ['Visual Studio Code', 'vscode'],
  ['windsurf-client', 'windsurf'],
  ['gemini-cli-mcp-client', 'gemini-cli'],
  ['codex-mcp-client', 'codex'],
  ['opencode', 'opencode'],
  ['Claudette', 'other'],
  ['inspector', 'other'],
])('the client program is recognized by its name: %s', (says, program) => expect(programOf(says)).toBe(program))
