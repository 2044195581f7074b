import { execFileSync } from 'node:child_process'
import { keyPlaceholder, programIds, programOf } from '@shared/clients/connection.js'
import { describe, expect, it } from 'vitest'
import { type RecipeFacts, recipesFor } from '../../../src-main/connect/recipes.js'

const bridge = {
  command: '/opt/My Gatehouse/gatehouse',
  args: ["/opt/it's/stdio-bridge.cjs", '--profile', '/home/ada/.config/Gatehouse'],
}
const facts: RecipeFacts = {
  bridge,
  address: 'http://127.0.0.1:8723/mcp',
  home: { platform: 'linux', env: {}, folder: '/home/ada' },
}
const windows: RecipeFacts['home'] = {
  platform: 'win32',
  env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
  folder: 'C:\\Users\\ada',
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

  it('names the file to write, with absolute paths of the system', () => {
    const filesOf = (home: RecipeFacts['home']) =>
      programIds.map((program) => recipesFor(program, { ...facts, home })[0]?.file)
    expect(filesOf(facts.home)).toEqual([
      undefined,
      undefined,
      '/home/ada/.cursor/mcp.json',
      '/home/ada/.config/Code/User/mcp.json',
      '/home/ada/.config/Code - Insiders/User/mcp.json',
      '/home/ada/.lmstudio/mcp.json',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '/home/ada/.gemini/settings.json',
      undefined,
    ])
    expect(filesOf(windows)[3]).toBe('C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json')
    expect(filesOf({ ...facts.home, platform: 'darwin', folder: '/Users/ada' })[3]).toBe(
      '/Users/ada/Library/Application Support/Code/User/mcp.json',
    )
  })
})

describe('the client program', () => {
  it.each([
    ['claude-ai', 'claude-desktop'],
    ['Claude Desktop', 'claude-desktop'],
    ['claude-code', 'claude-code'],
    ['Claude Code 2.1', 'claude-code'],
    ['cursor-vscode', 'cursor'],
    ['Visual Studio Code', 'vscode'],
    ['windsurf-client', 'windsurf'],
    ['gemini-cli-mcp-client', 'gemini-cli'],
    ['Claudette', 'other'],
    ['inspector', 'other'],
  ])('is recognized by its name: %s', (says, program) => expect(programOf(says)).toBe(program))
})
