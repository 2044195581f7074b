/**
 * Client references: what a client fills in when it starts a server, in our syntax. Pure.
 *
 * A reference keeps its meaning or the server stays with the client; it never becomes literal text. What each client
 * fills in, by its documentation or source:
 *
 * | dialect | client | references |
 * |---|---|---|
 * | `none` | Claude Desktop, Zed, LM Studio | none |
 * | `claude-code` | Claude Code | `${NAME}`, `${NAME:-TEXT}` |
 * | `editor` | Cursor, VS Code, Windsurf | `${env:NAME}`, `${userHome}`, `${workspaceFolder}`, `${input:…}`, `${file:…}` |
 * | `gemini` | Gemini CLI | `$NAME`, `${NAME}`, `${NAME:-TEXT}`; an unset `$NAME` stays as it is |
 * | `opencode` | opencode | `{env:NAME}`, `{file:…}` |
 * | `any` | a file of an unknown client | those in braces, and a text that is nothing but `$NAME` |
 */
import type { ImportObstacle } from '@shared/servers/service-import.js'
import { escapedReferences, type TextPart } from '../../policy/services/service-references.js'

export type ReferenceDialect = 'none' | 'claude-code' | 'editor' | 'gemini' | 'opencode' | 'any'

/** Values that a client takes from this computer. */
export interface ClientContext {
  readonly platform: NodeJS.Platform
  /** The folder of the project that the file belongs to. */
  readonly project?: string
}

export class NotImportableError extends Error {
  constructor(readonly obstacle: ImportObstacle) {
    super(obstacle)
  }
}

const inBraces = /\$\{([^{}]{0,1024})\}/gu
const withDollar = /\$(?:([A-Za-z_]\w{0,255})|\{([^{}]{0,1024})\})/gu
const withoutDollar = /\{((?:env|file):[^{}]{1,1024})\}/gu

const patterns: Readonly<Record<Exclude<ReferenceDialect, 'none'>, RegExp>> = {
  'claude-code': inBraces,
  editor: inBraces,
  gemini: withDollar,
  opencode: withoutDollar,
  any: inBraces,
}

/** @returns a function that finds the parts of a text. It throws NotImportableError for what only the client knows */
export const partsOfClientText =
  (dialect: ReferenceDialect, context: ClientContext) =>
  (text: string): readonly TextPart[] => {
    if (dialect === 'none') return [literal(text)]
    const whole = dialect === 'any' ? /^\$([A-Z_][A-Z0-9_]{0,255})$/u.exec(text)?.[1] : undefined
    if (whole !== undefined) return [reference(text, `\${${whole}}`)]
    const parts: TextPart[] = []
    let from = 0
    for (const match of text.matchAll(patterns[dialect])) {
      const part = partOf(match, text, dialect, context)
      if (!part) continue
      if (match.index > from) parts.push(literal(text.slice(from, match.index)))
      parts.push(part)
      from = match.index + match[0].length
    }
    if (from < text.length || parts.length === 0) parts.push(literal(text.slice(from)))
    if (parts.some((part, index) => isUnclear(part, parts[index + 1], dialect))) {
      throw new NotImportableError('client-value')
    }
    return parts
  }

const literal = (text: string): TextPart => ({ text, written: escapedReferences(text), isReference: false })
const reference = (text: string, written: string): TextPart => ({ text, written, isReference: true })

/**
 * Clients differ in what they make of `${A:-${B}}`, and `$${A}` is literal in our syntax only.
 *
 * @param next the part after this one
 */
const isUnclear = ({ text, isReference }: TextPart, next: TextPart | undefined, dialect: ReferenceDialect): boolean =>
  !isReference &&
  ((dialect !== 'opencode' && text.includes('${')) || (text.endsWith('$') && next?.isReference === true))

/** @returns undefined for literal text */
function partOf(
  match: RegExpExecArray,
  text: string,
  dialect: ReferenceDialect,
  context: ClientContext,
): TextPart | undefined {
  const [whole, first = '', second] = match
  if (dialect === 'gemini' && second === undefined) return bareVariable(first, text)
  const inner = second ?? first
  if (inner.startsWith('input:')) throw new NotImportableError('input')
  if (dialect !== 'claude-code' && dialect !== 'gemini') {
    const environment = /^env:([A-Za-z_][A-Za-z0-9_]{0,255})$/u.exec(inner)?.[1]
    if (environment !== undefined) return reference(whole, `\${${environment}}`)
    const value = editorValue(inner, context)
    if (value !== undefined) return value
  }
  const [, name = '', fallback] = /^([A-Za-z_][A-Za-z0-9_]{0,255})(:-[^{}]*)?$/u.exec(inner) ?? []
  const isKnown = dialect !== 'editor' && dialect !== 'opencode' && name !== '' && !ownVariables.has(name)
  if (isKnown) return reference(whole, `\${${name}${fallback ?? ''}}`)
  throw new NotImportableError('client-value')
}

/** Variables that only Claude Code sets. */
const ownVariables: ReadonlySet<string> = new Set(['CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'])

/** `$NAME` of Gemini CLI. Without a value it stays as it is, like the `$` of a password. */
function bareVariable(name: string, text: string): TextPart | undefined {
  if (text === `$${name}`) return reference(text, `\${${name}}`)
  return /^[A-Z_][A-Z0-9_]*$/u.test(name) ? reference(`$${name}`, `\${${name}:-$${name}}`) : undefined
}

function editorValue(inner: string, { platform, project }: ClientContext): TextPart | undefined {
  const isWindows = platform === 'win32'
  switch (inner) {
    case 'userHome':
      return reference(`\${${inner}}`, `\${${isWindows ? 'USERPROFILE' : 'HOME'}}`)
    case 'pathSeparator':
    case '/':
      return literal(isWindows ? '\\' : '/')
    case 'workspaceFolder':
    case 'workspaceRoot':
      return project === undefined ? undefined : literal(project)
    case 'workspaceFolderBasename':
      return project === undefined ? undefined : literal(project.split(/[\\/]/u).at(-1) ?? '')
    default:
      return undefined
  }
}
