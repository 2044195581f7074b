/**
 * Config edit: adds our entry to the text of a client's configuration. Pure.
 *
 * Everything but our entry means the same before and after, which is verified, and keeps its formatting and comments. A
 * text that the client itself cannot read is not edited; the position of the first error is reported.
 */
import { isObject } from '@contract/json/json-object.js'
import type { ConfigProblem } from '@shared/clients/connection.js'
import { entryName } from './bridge-command.js'
import { type ClientFormat, isSameJson, readList, strictFormat, withServers } from './client-format.js'
import { type Json, readRoot, syntaxOf } from './config-syntax.js'

export type ConfigEdit =
  | { readonly kind: 'same' }
  | { readonly kind: 'change'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: ConfigProblem }

/** @param before the text of the file without a byte-order mark; undefined when there is none */
export function withEntry(before: string | undefined, entry: object, format = strictFormat): ConfigEdit {
  const text = before ?? ''
  const { list, named, needs, entry: name = entryName } = format
  const syntax = syntaxOf(format)
  if (text.trim() === '') {
    return { kind: 'change', text: syntax.write(withServers(needs ?? {}, format, { [name]: entry })) }
  }
  const read = readList(text, format)
  if (!read.ok) return { kind: 'refused', problem: read.problem }
  const { root, servers = {} } = read
  if (isSameJson(servers[name], entry)) return { kind: 'same' }
  const names = Object.keys(servers)
  const at = names.includes(name) ? names.indexOf(name) : names.length
  const wanted = withServers(root, format, { ...servers, [name]: entry })
  try {
    const edited = syntax.change(text, { path: [...list, named ? at : name], value: entry, root: wanted })
    return verified(edited, wanted, format)
  } catch {
    return { kind: 'refused', problem: { kind: 'unclear' } }
  }
}

/** An edit, if it means what was wanted. A name that occurs twice makes it mean something else. */
export function verified(edited: string, wanted: object, format: ClientFormat): ConfigEdit {
  const after = readRoot(edited, format)
  return after.ok && isSameJson(after.root, wanted)
    ? { kind: 'change', text: edited }
    : { kind: 'refused', problem: { kind: 'unclear' } }
}

/** Our entry in a text; undefined when it is missing or the text cannot be parsed. */
export function entryIn(text: string, format = strictFormat): Json | undefined {
  const read = readList(text, format)
  const entry = read.ok ? read.servers?.[format.entry ?? entryName] : undefined
  return isObject(entry) ? entry : undefined
}

/** Why a text cannot be edited; undefined when it can. */
export function problemIn(text: string, format: ClientFormat = strictFormat): ConfigProblem | undefined {
  const read = readRoot(text, format)
  return read.ok ? undefined : read.problem
}
