/**
 * Recipes: what a person copies into each AI client, in its own format, and where that goes. Pure.
 *
 * Absolute paths only. Formats as their makers document them: VS Code says `servers` and wants a `type`, Windsurf says
 * `serverUrl`, Gemini CLI `httpUrl`, the rest `mcpServers` and `url`.
 */
import path from 'node:path'
import { keyPlace, type ProgramId, type Recipe } from '../contract/connection.js'
import { type BridgeCommand, entryName } from './bridge-command.js'
import type { Home } from './claude-places.js'

export interface RecipeFacts {
  readonly bridge: BridgeCommand
  /** `http://127.0.0.1:PORT/mcp` */
  readonly address: string
  readonly home: Pick<Home, 'platform' | 'env' | 'folder'>
}

export const recipesFor = (program: ProgramId, facts: RecipeFacts): readonly Recipe[] => makers[program](facts)

/** What the program calls its servers, in the file. */
export const listNameOf = (program: ProgramId): string => (program === 'vscode' ? 'servers' : 'mcpServers')

type Maker = (facts: RecipeFacts) => readonly Recipe[]

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const headers = { Authorization: `Bearer ${keyPlace}` }

const asFile = (list: string, entry: unknown, file?: string): Recipe => ({
  over: 'bridge',
  into: 'file',
  text: json({ [list]: { [entryName]: entry } }),
  ...(file !== undefined && { file }),
})

const overHttp = (list: string, entry: unknown, file?: string): Recipe => ({
  ...asFile(list, entry, file),
  over: 'http',
})

const joined = ({ platform }: RecipeFacts['home'], ...parts: string[]): string =>
  (platform === 'win32' ? path.win32 : path.posix).join(...parts)

const inHome = ({ home }: RecipeFacts, ...parts: string[]): string => joined(home, home.folder, ...parts)

const makers: Readonly<Record<ProgramId, Maker>> = {
  'claude-desktop': ({ bridge }) => [asFile('mcpServers', bridge)],
  'claude-code': (facts) => [
    { over: 'bridge', into: 'terminal', text: claudeCode(facts) },
    { over: 'http', into: 'terminal', text: claudeCodeOverHttp(facts) },
  ],
  cursor: (facts) => {
    const file = inHome(facts, '.cursor', 'mcp.json')
    return [asFile('mcpServers', facts.bridge, file), overHttp('mcpServers', { url: facts.address, headers }, file)]
  },
  vscode: (facts) => {
    const file = vsCodeFile(facts)
    return [
      asFile('servers', { type: 'stdio', ...facts.bridge }, file),
      overHttp('servers', { type: 'http', url: facts.address, headers }, file),
    ]
  },
  windsurf: (facts) => {
    const file = inHome(facts, '.codeium', 'windsurf', 'mcp_config.json')
    return [
      asFile('mcpServers', facts.bridge, file),
      overHttp('mcpServers', { serverUrl: facts.address, headers }, file),
    ]
  },
  'gemini-cli': (facts) => {
    const file = inHome(facts, '.gemini', 'settings.json')
    return [asFile('mcpServers', facts.bridge, file), overHttp('mcpServers', { httpUrl: facts.address, headers }, file)]
  },
  other: ({ bridge, address }) => [
    asFile('mcpServers', bridge),
    overHttp('mcpServers', { type: 'http', url: address, headers }),
  ],
}

const quotedIn = ({ platform }: RecipeFacts['home']) => (platform === 'win32' ? inPowerShell : inShell)

/**
 * For every project of this user. Its `--env` and `--header` take every word up to the next option, so `--scope` stands
 * behind them; behind `--` everything is the command.
 */
function claudeCode({ bridge, home }: RecipeFacts): string {
  const quoted = quotedIn(home)
  const env = Object.entries(bridge.env).flatMap(([name, value]) => ['--env', quoted(`${name}=${value}`)])
  const command = [bridge.command, ...bridge.args].map(quoted)
  return ['claude', 'mcp', 'add', ...env, '--scope', 'user', entryName, '--', ...command].join(' ')
}

function claudeCodeOverHttp({ address, home }: RecipeFacts): string {
  const header = quotedIn(home)(`Authorization: ${headers.Authorization}`)
  return `claude mcp add --header ${header} --transport http --scope user ${entryName} ${address}`
}

const plain = /^[\w@%+=:,./-]+$/u

const inShell = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const inPowerShell = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", "''")}'`)

function vsCodeFile({ home }: RecipeFacts): string {
  const { platform, env, folder } = home
  if (platform === 'win32') {
    return joined(home, env.APPDATA || joined(home, folder, 'AppData', 'Roaming'), 'Code', 'User', 'mcp.json')
  }
  if (platform === 'darwin') return joined(home, folder, 'Library', 'Application Support', 'Code', 'User', 'mcp.json')
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : joined(home, folder, '.config')
  return joined(home, config, 'Code', 'User', 'mcp.json')
}
