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
  /** `http://127.0.0.1:PORT/mcp`; without it only over the bridge. */
  readonly address?: string
  /** Of our entry in lists of servers; default: that of the gateway of this computer. */
  readonly name?: string
  readonly home: UserEnvironment
}

/** Commands where a client has them; else entries for its file. */
export function recipesFor(program: ProgramId, facts: RecipeFacts): readonly Recipe[] {
  const { bridge, address, name } = facts
  if (address === undefined) return overBridge(program, facts)
  switch (program) {
    case 'claude-desktop':
      return [asFile(program, facts, 'bridge', bridge)]
    case 'claude-code':
      return [
        { over: 'bridge', into: 'terminal', text: claudeCode(facts) },
        { over: 'http', into: 'terminal', text: claudeCodeOverHttp(facts.home, address) },
      ]
    case 'other':
      return [
        asFile(program, facts, 'bridge', bridge),
        asFile(program, facts, 'http', { type: 'http', ...httpEntryFor(program, address) }),
      ]
    default:
      return [
        asFile(program, facts, 'bridge', entryFor(program, bridge, name)),
        asFile(program, facts, 'http', httpEntryFor(program, address)),
      ]
  }
}

/** The gateway of another computer has a certificate of its own, which only the bridge knows. */
function overBridge(program: ProgramId, facts: RecipeFacts): readonly Recipe[] {
  if (program === 'claude-code') return [{ over: 'bridge', into: 'terminal', text: claudeCode(facts) }]
  return [asFile(program, facts, 'bridge', entryFor(program, facts.bridge, facts.name))]
}

/** The lines for the client's file; for its own file also the path. */
function asFile(
  program: ProgramId,
  { home, name = entryName }: RecipeFacts,
  over: Recipe['over'],
  entry: object,
): Recipe {
  const format = formatOf(program)
  const text = syntaxOf(format)
    .write(withServers({}, format, { [name]: entry }))
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
function claudeCode({ bridge, home, name = entryName }: RecipeFacts): string {
  const quoted = quotedIn(home)
  const command = [bridge.command, ...bridge.args].map(quoted)
  return ['claude', 'mcp', 'add', '--scope', 'user', name, '--', ...command].join(' ')
}

function claudeCodeOverHttp(home: UserEnvironment, address: string): string {
  const header = quotedIn(home)(`Authorization: ${headers.Authorization}`)
  return `claude mcp add --header ${header} --transport http --scope user ${entryName} ${address}`
}

const plain = /^[\w@%+=:,./-]+$/u

const inShell = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const inPowerShell = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", "''")}'`)
