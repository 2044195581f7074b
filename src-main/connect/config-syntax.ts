/**
 * Config syntax: reads and changes the text of a configuration in JSON, TOML or YAML. Pure.
 *
 * Everything but the changed member keeps its text, as far as the syntax allows. The result is verified by `config-edit`.
 */
import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject } from '@contract/json/json-object.js'
import { parse as parseToml, patch as patchToml, stringify as stringifyToml } from '@decimalturn/toml-patch'
import type { ConfigProblem } from '@shared/clients/connection.js'
import { type ParseError, parse as parseJson } from 'jsonc-parser'
import { LineCounter, parseDocument, stringify as stringifyYaml } from 'yaml'
import { withMember } from './json-text.js'

export type Json = Readonly<Record<string, unknown>>

export type ReadRoot =
  | { readonly ok: true; readonly root: Json }
  | { readonly ok: false; readonly problem: ConfigProblem }

export interface Parsing {
  /** Default: JSON, with the two options below. */
  readonly syntax?: 'json' | 'toml' | 'yaml'
  /** The list is an array, and each server has a `name`. */
  readonly named?: true
  /** What the client needs in a new file besides servers. */
  readonly needs?: Json
  readonly comments: boolean
  readonly trailingCommas: boolean
}

/** A change of one member; `root` is what the whole text means after it. */
export interface MemberChange {
  readonly path: readonly (string | number)[]
  readonly value: object
  readonly root: Json
}

interface ConfigSyntax {
  /** The value of a text that is not empty. May throw. */
  readonly read: (text: string, parsing: Parsing) => { readonly value: unknown } | ConfigProblem
  /** @param text that was read. May throw */
  readonly change: (text: string, change: MemberChange) => string
  /** The text of a new file. */
  readonly write: (root: Json) => string
}

const deepest = 64
const mostAliases = 100

/** The object of a file; an empty one for an empty file. @param text without a byte-order mark */
export function readRoot(text: string, parsing: Parsing): ReadRoot {
  if (text.trim() === '') return { ok: true, root: {} }
  if (isDeeperThan(deepest, text)) return { ok: false, problem: { kind: 'unclear' } }
  try {
    const read = syntaxOf(parsing).read(text, parsing)
    if ('kind' in read) return { ok: false, problem: read }
    return isObject(read.value) ? { ok: true, root: read.value } : { ok: false, problem: { kind: 'not-object' } }
  } catch {
    return { ok: false, problem: { kind: 'unclear' } }
  }
}

export const syntaxOf = ({ syntax = 'json' }: Parsing): ConfigSyntax => syntaxes[syntax]

const json: ConfigSyntax = {
  read(text, { comments, trailingCommas }) {
    const errors: ParseError[] = []
    const value: unknown = parseJson(text, errors, { disallowComments: !comments, allowTrailingComma: trailingCommas })
    const [first] = errors
    if (first) return { kind: 'broken', ...positionOf(text, first.offset) }
    return comments ? { value } : (parsedStrictly(text) ?? { kind: 'broken', line: 1, column: 1 })
  },
  change: (text, { path, value }) => withMember(text, path.map(String), value),
  write: (root) => `${JSON.stringify(root, null, 2)}\n`,
}

/** As a client without comments does it, which is stricter about numbers and texts. */
function parsedStrictly(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const toml: ConfigSyntax = {
  read(text) {
    try {
      return { value: plain(parseToml(text)) }
    } catch (error) {
      const { line, column } = error as { line?: number; column?: number }
      if (line === undefined || column === undefined) throw error
      return { kind: 'broken', line, column: column + 1 }
    }
  },
  /** A new table is written at the end, where it means the same; else, as in an inline table, at its place. */
  change(text, { path, value, root }) {
    const section = tableOf(path, value).replaceAll('\n', lineEndOf(text))
    const appended = `${text.trimEnd()}${lineEndOf(text).repeat(2)}${section}`
    return means(appended, root) ? appended : patchToml(text, root)
  },
  write: (root) => stringifyToml(root, { inlineTableStart: 3 }).replace(/^\[[^\]\n.]+\]\n\n(?=\[)/u, ''),
}

/** A table with its whole name in its header. */
function tableOf(path: MemberChange['path'], value: object): string {
  const [, ...lines] = stringifyToml({ table: value }).split('\n')
  return [`[${path.join('.')}]`, ...lines].join('\n')
}

function means(text: string, root: Json): boolean {
  try {
    return JSON.stringify(plain(parseToml(text))) === JSON.stringify(root)
  } catch {
    return false
  }
}

/** Numbers beyond JSON's as texts, so that values can be compared. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_name, member) => (typeof member === 'bigint' ? `${member}n` : member)))

const yaml: ConfigSyntax = {
  read(text) {
    const document = parseDocument(text, { lineCounter: new LineCounter(), prettyErrors: true })
    const [first] = document.errors
    if (first) return { kind: 'broken', line: first.linePos?.[0].line ?? 1, column: first.linePos?.[0].col ?? 1 }
    // A file of comments alone has no value.
    return { value: plain(document.toJS({ maxAliasCount: mostAliases }) ?? {}) }
  },
  change(text, { path, value }) {
    const document = parseDocument(text)
    const [list = '', ...inner] = path
    if (document.get(list) === undefined) document.set(list, document.createNode([value]))
    else document.setIn([list, ...inner], document.createNode(value))
    return document.toString({ lineWidth: 0 }).replaceAll('\n', lineEndOf(text))
  },
  write: (root) => stringifyYaml(root, { lineWidth: 0 }),
}

const syntaxes: Readonly<Record<NonNullable<Parsing['syntax']>, ConfigSyntax>> = { json, toml, yaml }

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** Both are 1-based. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/u)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
