/**
 * Recipes: what a person copies into each AI client, in its own format. Pure.
 *
 * Absolute paths only. Formats as documented by their makers: VS Code uses `servers` and requires a `type`, Windsurf
 * uses `serverUrl`, Gemini CLI `httpUrl`, the rest `mcpServers` and `url`.
 */
import { keyPlaceholder, type ProgramId, type Recipe } from '@shared/clients/connection.js'
import { type BridgeCommand, entryName } from './bridge-command.js'
import type { UserEnvironment } from './claude-locations.js'
import { entryFor, fileOf, formatOf } from './program-files.js'

export interface RecipeFacts {
  readonly bridge: BridgeCommand
  /** `http://127.0.0.1:PORT/mcp` */
  readonly address: string
  readonly home: Pick<UserEnvironment, 'platform' | 'env' | 'folder'>
}

export const recipesFor = (program: ProgramId, facts: RecipeFacts): readonly Recipe[] => makers[program](facts)

type RecipeFactory = (facts: RecipeFacts) => readonly Recipe[]

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const headers = { Authorization: `Bearer ${keyPlaceholder}` }

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

/** Entries for the program's own file: through the bridge, and over HTTP. */
const inOwnFile =
  (program: ProgramId, http: (address: string) => object): RecipeFactory =>
  ({ bridge, address, home }) => {
    const file = fileOf(program, home)
    const [list = ''] = formatOf(program).list
    return [asFile(list, entryFor(program, bridge), file), overHttp(list, http(address), file)]
  }

const inVsCode = (address: string) => ({ type: 'http', url: address, headers })

const makers: Readonly<Record<ProgramId, RecipeFactory>> = {
  'claude-desktop': ({ bridge }) => [asFile('mcpServers', bridge)],
  'claude-code': (facts) => [
    { over: 'bridge', into: 'terminal', text: claudeCode(facts) },
    { over: 'http', into: 'terminal', text: claudeCodeOverHttp(facts) },
  ],
  cursor: inOwnFile('cursor', (url) => ({ url, headers })),
  vscode: inOwnFile('vscode', inVsCode),
  'vscode-insiders': inOwnFile('vscode-insiders', inVsCode),
  'lm-studio': inOwnFile('lm-studio', (url) => ({ url, headers })),
  windsurf: inOwnFile('windsurf', (serverUrl) => ({ serverUrl, headers })),
  'gemini-cli': inOwnFile('gemini-cli', (httpUrl) => ({ httpUrl, headers })),
  other: ({ bridge, address }) => [
    asFile('mcpServers', bridge),
    overHttp('mcpServers', { type: 'http', url: address, headers }),
  ],
}

const quotedIn = ({ platform }: RecipeFacts['home']) => (platform === 'win32' ? inPowerShell : inShell)

/**
 * For every project of this user. `--header` takes every word up to the next option, so another option follows it;
 * everything after `--` is the command.
 */
function claudeCode({ bridge, home }: RecipeFacts): string {
  const quoted = quotedIn(home)
  const command = [bridge.command, ...bridge.args].map(quoted)
  return ['claude', 'mcp', 'add', '--scope', 'user', entryName, '--', ...command].join(' ')
}

function claudeCodeOverHttp({ address, home }: RecipeFacts): string {
  const header = quotedIn(home)(`Authorization: ${headers.Authorization}`)
  return `claude mcp add --header ${header} --transport http --scope user ${entryName} ${address}`
}

const plain = /^[\w@%+=:,./-]+$/u

const inShell = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const inPowerShell = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", "''")}'`)
