/**
 * Client forms: which client a configuration belongs to, and its servers in the form that most clients use. Pure.
 *
 * A known client's file has that client's form. Any other file is recognised by its contents: a file without a list of
 * servers is a problem that names what was looked for, never an empty result.
 */
import { isObject } from '@contract/json/json-object.js'
import type { ConfigProblem } from '@shared/clients/connection.js'
import type { ImportProgram } from '@shared/servers/service-import.js'
import type { BridgeCommand } from '../bridge-command.js'
import type { ClientFormat } from '../client-format.js'
import { type Json, readRoot } from '../config-syntax.js'
import { formatOf } from '../program-files.js'
import { NotImportableError, type ReferenceDialect } from './client-references.js'

export interface ClientForm extends ClientFormat {
  readonly references: ReferenceDialect
  /** How an entry is written. */
  readonly entries: 'usual' | 'vscode' | 'opencode' | 'zed'
}

const known: Readonly<Record<Exclude<ImportProgram, 'file'>, ClientForm>> = {
  'claude-desktop': { ...formatOf('claude-desktop'), references: 'none', entries: 'usual' },
  cursor: { ...formatOf('cursor'), references: 'editor', entries: 'usual' },
  vscode: { ...formatOf('vscode'), references: 'editor', entries: 'vscode' },
}

const tolerant = { comments: true, trailingCommas: true }
const strict = { comments: false, trailingCommas: false }

type FormByContent = Pick<ClientForm, 'list' | 'references' | 'entries'>

/** In the order in which they are looked for. */
const byContent: readonly FormByContent[] = [
  { list: ['mcpServers'], references: 'any', entries: 'usual' },
  { list: ['servers'], references: 'editor', entries: 'vscode' },
  { list: ['context_servers'], references: 'none', entries: 'zed' },
  { list: ['mcp', 'servers'], references: 'editor', entries: 'vscode' },
  { list: ['mcp'], references: 'opencode', entries: 'opencode' },
  { list: ['amp.mcpServers'], references: 'any', entries: 'usual' },
  { list: ['mcp_servers'], references: 'any', entries: 'usual' },
]

export type RecognisedForm =
  | { readonly ok: true; readonly form: ClientForm }
  | { readonly ok: false; readonly problem: ConfigProblem }

/** @param file its absolute path @param text without a byte-order mark */
export function formOf(program: ImportProgram, file: string, text: string): RecognisedForm {
  if (program !== 'file') return { ok: true, form: known[program] }
  const name = nameOf(file)
  const format = otherFormatOf(name, text)
  if (format) return { ok: false, problem: { kind: 'other-format', format } }
  const parsing = strictNames.has(name) ? strict : tolerant
  const read = readRoot(text, parsing)
  if (!read.ok) return read
  const found = byContent.filter(({ list }) => isListIn(read.root, list))
  const form = found.find(({ list }) => Object.keys(memberOf(read.root, list) as Json).length > 0) ?? found[0]
  if (form) return { ok: true, form: { ...form, ...parsing, ...changesBy(name, file, form) } }
  if (isBareList(read.root)) return { ok: true, form: { list: [], ...parsing, references: 'any', entries: 'usual' } }
  return { ok: false, problem: { kind: 'no-servers', looked: byContent.map(({ list }) => list.join('.')).join(', ') } }
}

const nameOf = (file: string): string => file.split(/[\\/]/u).at(-1)?.toLowerCase() ?? ''

/** Files whose clients are known to reject comments. */
const strictNames: ReadonlySet<string> = new Set(['claude_desktop_config.json', '.mcp.json', '.claude.json'])

/** What the name says about the client, where the contents do not. */
function changesBy(name: string, file: string, { list }: FormByContent): Partial<ClientForm> {
  if (list[0] !== 'mcpServers') return {}
  if (name === 'claude_desktop_config.json') return { references: 'none' }
  if (name === '.mcp.json' || name === '.claude.json') return { references: 'claude-code' }
  if (name === 'settings.json' || /[\\/]\.gemini[\\/]/u.test(file))
    return { references: 'gemini', trailingCommas: false }
  return {}
}

/** The folder of the project that a file belongs to: `.mcp.json`, `.vscode/mcp.json`, `.cursor/mcp.json`. */
export function projectOf(file: string): string | undefined {
  const parts = file.split(/[\\/]/u)
  const depth = nameOf(file) === '.mcp.json' ? 1 : /^\.(?:vscode|cursor)$/u.test(parts.at(-2) ?? '') ? 2 : undefined
  if (depth === undefined || parts.length <= depth) return undefined
  return file.slice(0, file.length - parts.slice(-depth).join('/').length - 1) || '/'
}

function otherFormatOf(name: string, text: string): 'TOML' | 'YAML' | undefined {
  if (['{', '/'].includes(text.trimStart().charAt(0))) return undefined
  const lines = text.split('\n')
  if (name.endsWith('.toml') || lines.some((line) => /^\[mcp_servers[.\]]/u.test(line.trimStart()))) return 'TOML'
  const isYaml = lines.some((line) => /^(?:mcpServers|mcp_servers|extensions):/u.test(line))
  return isYaml || name.endsWith('.yaml') || name.endsWith('.yml') ? 'YAML' : undefined
}

function memberOf(root: Json, list: readonly string[]): unknown {
  let member: unknown = root
  for (const name of list) member = isObject(member) && Object.hasOwn(member, name) ? member[name] : undefined
  return member
}

/** A list that is not an object is recognised too, so that this is reported. */
function isListIn(root: Json, list: readonly string[]): boolean {
  const member = memberOf(root, list)
  if (member === undefined) return false
  // `mcp` of other programs has settings.
  return list.join('.') !== 'mcp' || (isObject(member) && Object.values(member).every(isServer))
}

const isServer = (value: unknown): boolean =>
  isObject(value) && ['command', 'url', 'httpUrl', 'serverUrl', 'type'].some((name) => value[name] !== undefined)

/** Without a list around it, as in plugins of Claude Code. */
const isBareList = (root: Json): boolean =>
  Object.keys(root).length > 0 &&
  Object.values(root).every((value) => isObject(value) && (isText(value.command) || isText(value.url)))

const isText = (value: unknown): value is string => typeof value === 'string'

/** An entry in the form that most clients use. @throws NotImportableError for an extension of the client */
export function usualEntry(value: unknown): unknown {
  if (!isObject(value)) return value
  if (value.source === 'extension' || (value.command === undefined && value.settings !== undefined)) {
    throw new NotImportableError('client-value')
  }
  const { command, environment, type, ...rest } = value
  const kind = typeof type === 'string' ? (otherTypes[type.toLowerCase().replaceAll(/[-_]/gu, '')] ?? type) : type
  const usual = {
    ...rest,
    ...(kind !== undefined && { type: kind }),
    ...(environment !== undefined && { env: environment }),
  }
  // Zed's older form.
  if (isObject(command)) return { ...usual, command: command.path, args: command.args, env: command.env ?? usual.env }
  if (!Array.isArray(command)) return command === undefined ? usual : { ...usual, command }
  const [program, ...args] = command as readonly unknown[]
  return { ...usual, command: program, args: [...args, ...(Array.isArray(value.args) ? value.args : [])] }
}

const otherTypes: Readonly<Partial<Record<string, string>>> = { local: 'stdio', remote: 'http', streamablehttp: 'http' }

/** Our entry in this form. */
export function ownEntry({ entries }: ClientForm, bridge: BridgeCommand): object {
  switch (entries) {
    case 'vscode':
      return { type: 'stdio', ...bridge }
    case 'opencode':
      return { type: 'local', command: [bridge.command, ...bridge.args], enabled: true }
    case 'zed':
      return { source: 'custom', ...bridge }
    case 'usual':
      return bridge
  }
}
