/**
 * Client format: where a client's configuration lists its servers, and how the client parses it. Pure.
 *
 * Read as the client reads: a comment is an error only for a client that rejects comments.
 */
import { canonical } from '@contract/json/canonical-json.js'
import { isObject } from '@contract/json/json-object.js'
import type { ConfigProblem } from '@shared/clients/connection.js'
import { type Json, type Parsing, readRoot } from './config-syntax.js'

export interface ClientFormat extends Parsing {
  /** The member that lists the servers, and the members around it; empty where the file itself is the list. */
  readonly list: readonly string[]
  /** Name of our entry there; default: that of the gateway of this computer. */
  readonly entry?: string
}

/** Claude Desktop and most others. */
export const strictFormat: ClientFormat = { list: ['mcpServers'], comments: false, trailingCommas: false }

export type ReadList =
  | { readonly ok: true; readonly root: Json; readonly servers: Json | undefined }
  | { readonly ok: false; readonly problem: ConfigProblem }

/** The servers of a client's configuration by name; undefined where there is no list. */
export function readList(text: string, format: ClientFormat): ReadList {
  const read = readRoot(text, format)
  if (!read.ok) return read
  let list: unknown = read.root
  for (const name of format.list) {
    list = isObject(list) && Object.hasOwn(list, name) ? list[name] : undefined
    if (list === undefined || (list === null && format.named)) return { ok: true, root: read.root, servers: undefined }
    if (!isObject(list) && !format.named) return { ok: false, problem: { kind: 'not-servers' } }
  }
  const servers = format.named ? byName(list) : (list as Json)
  return servers ? { ok: true, root: read.root, servers } : { ok: false, problem: { kind: 'not-servers' } }
}

/** Undefined when it is no array of entries, or two have the same name. */
function byName(list: unknown): Json | undefined {
  if (!Array.isArray(list)) return undefined
  const pairs = list.map((entry): [string, unknown] => [isObject(entry) ? String(entry.name) : '', entry])
  return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : undefined
}

/** A configuration with other servers. */
export function withServers(root: Json, format: Pick<ClientFormat, 'list' | 'named'>, servers: Json): Json {
  const [name, ...inner] = format.list
  if (name === undefined) return servers
  if (inner.length === 0) return { ...root, [name]: format.named ? Object.values(servers) : servers }
  const before = root[name]
  return { ...root, [name]: withServers(isObject(before) ? before : {}, { ...format, list: inner }, servers) }
}

export const isSameJson = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && canonical(one) === canonical(other)
