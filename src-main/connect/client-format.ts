/**
 * Client format: where a client's configuration lists its servers, and how the client parses it. Pure.
 *
 * Read as the client reads: a comment is an error only for a client that rejects comments.
 */
import { canonical } from '@contract/json/canonical-json.js'
import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject } from '@contract/json/json-object.js'
import type { ConfigProblem } from '@shared/clients/connection.js'
import { type ParseError, parse } from 'jsonc-parser'

export interface ClientFormat {
  /** The member that lists the servers, and the members around it; empty where the file itself is the list. */
  readonly list: readonly string[]
  readonly comments: boolean
  readonly trailingCommas: boolean
}

export type Json = Readonly<Record<string, unknown>>

/** Claude Desktop and most others. */
export const strictFormat: ClientFormat = { list: ['mcpServers'], comments: false, trailingCommas: false }

const deepest = 64

export type ReadRoot =
  | { readonly ok: true; readonly root: Json }
  | { readonly ok: false; readonly problem: ConfigProblem }

/** The object of a file; an empty one for an empty file. @param text without a byte-order mark */
export function readRoot(text: string, { comments, trailingCommas }: Omit<ClientFormat, 'list'>): ReadRoot {
  if (text.trim() === '') return { ok: true, root: {} }
  if (isDeeperThan(deepest, text)) return { ok: false, problem: { kind: 'unclear' } }
  const errors: ParseError[] = []
  const root: unknown = parse(text, errors, { disallowComments: !comments, allowTrailingComma: trailingCommas })
  const [first] = errors
  if (first) return { ok: false, problem: { kind: 'broken', ...positionOf(text, first.offset) } }
  const strict = comments ? { value: root } : parsedStrictly(text)
  if (!strict) return { ok: false, problem: { kind: 'broken', line: 1, column: 1 } }
  return isObject(strict.value) ? { ok: true, root: strict.value } : { ok: false, problem: { kind: 'not-object' } }
}

/** As a client without comments does it, which is stricter about numbers and texts. */
function parsedStrictly(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export type ReadList =
  | { readonly ok: true; readonly root: Json; readonly servers: Json | undefined }
  | { readonly ok: false; readonly problem: ConfigProblem }

/** The servers of a client's configuration; undefined where there is no list. */
export function readList(text: string, format: ClientFormat): ReadList {
  const read = readRoot(text, format)
  if (!read.ok) return read
  let list: unknown = read.root
  for (const name of format.list) {
    list = isObject(list) && Object.hasOwn(list, name) ? list[name] : undefined
    if (list === undefined) return { ok: true, root: read.root, servers: undefined }
    if (!isObject(list)) return { ok: false, problem: { kind: 'not-servers' } }
  }
  return { ok: true, root: read.root, servers: list as Json }
}

/** A configuration with other servers. */
export function withServers(root: Json, [name, ...inner]: readonly string[], servers: Json): Json {
  if (name === undefined) return servers
  const before = root[name]
  return { ...root, [name]: withServers(isObject(before) ? before : {}, inner, servers) }
}

export const isSameJson = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && canonical(one) === canonical(other)

/** Both are 1-based. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/u)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
