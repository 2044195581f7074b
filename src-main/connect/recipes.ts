/**
 * Recipes: what a person copies into each AI client, in its own format. Pure.
 *
 * Absolute paths only. Formats as documented by their makers, or as their own commands write them.
 */
import { keyPlaceholder, type ProgramId, type Recipe } from '@shared/clients/connection.js'
import { type BridgeCommand, entryName } from './bridge-command.js'
import type { UserEnvironment } from './claude-locations.js'
import { withServers } from './client-format.js'
import { syntaxOf } from './config-syntax.js'
import { entryFor, fileOf, formatOf, httpEntryFor } from './program-files.js'

export interface RecipeFacts {
  readonly bridge: BridgeCommand
  /** `http://127.0.0.1:PORT/mcp` */
  readonly address: string
  readonly home: UserEnvironment
}

/** Commands where a client has them; else entries for its file. */
export function recipesFor(program: ProgramId, facts: RecipeFacts): readonly Recipe[] {
  const { bridge, address } = facts
  switch (program) {
    case 'claude-desktop':
      return [asFile(program, facts, 'bridge', bridge)]
    case 'claude-code':
      return [
        { over: 'bridge', into: 'terminal', text: claudeCode(facts) },
        { over: 'http', into: 'terminal', text: claudeCodeOverHttp(facts) },
      ]
    case 'other':
      return [
        asFile(program, facts, 'bridge', bridge),
        asFile(program, facts, 'http', { type: 'http', ...httpEntryFor(program, address) }),
      ]
    default:
      return [
        asFile(program, facts, 'bridge', entryFor(program, bridge)),
        asFile(program, facts, 'http', httpEntryFor(program, address)),
      ]
  }
}

/** The lines for the client's file; for its own file also the path. */
function asFile(program: ProgramId, { home }: RecipeFacts, over: Recipe['over'], entry: object): Recipe {
  const format = formatOf(program)
  const text = syntaxOf(format)
    .write(withServers({}, format, { [entryName]: entry }))
    .trimEnd()
  const file = fileOf(program, home)
  return { over, into: 'file', text, ...(file !== undefined && { file }) }
}

const headers = { Authorization: `Bearer ${keyPlaceholder}` }

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
