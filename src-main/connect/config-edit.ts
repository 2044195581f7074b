/**
 * Config edit: adds our entry to the text of a client's configuration. Pure.
 *
 * Everything but our entry means the same before and after, which is verified, and keeps its formatting. A text that is
 * not plain JSON is not edited; the position of the first error is reported.
 */

import { canonical } from '@contract/json/canonical-json.js'
import { isObject } from '@contract/json/json-object.js'
import type { ConfigProblem } from '@shared/clients/connection.js'
import { findNodeAtLocation, type Node, type ParseError, parse, parseTree } from 'jsonc-parser'
import { type BridgeCommand, entryName } from './bridge-command.js'

export type ConfigEdit =
  | { readonly kind: 'same' }
  | { readonly kind: 'change'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: ConfigProblem }

const mark = '\uFEFF'
/** Member in which Claude Desktop and most others list their servers. */
const usualList = 'mcpServers'

/**
 * @param before the text of the file; undefined when there is none
 * @param list member in which the program lists its servers
 */
export function withEntry(before: string | undefined, entry: BridgeCommand, list = usualList): ConfigEdit {
  const hasMark = before?.startsWith(mark) ?? false
  const text = hasMark ? (before?.slice(1) ?? '') : (before ?? '')
  const put = (edited: string): ConfigEdit => ({ kind: 'change', text: (hasMark ? mark : '') + edited })
  if (text.trim() === '') {
    return put(`${JSON.stringify({ [list]: { [entryName]: entry } }, null, 2)}\n`)
  }
  const known = rootOf(text)
  if (known.kind === 'refused') return known
  const { root } = known
  const others = root[list] === undefined ? {} : root[list]
  if (!isObject(others)) return refused({ kind: 'not-servers' })
  if (isSame(others[entryName], entry)) return { kind: 'same' }
  const edited = edit(text, entry, list)
  return isOnlyOurs(root, edited, entry, list) ? put(edited) : refused({ kind: 'unclear' })
}

/** Our entry in a text; undefined when it is missing or the text cannot be parsed. */
export function entryIn(text: string, list = usualList): Readonly<Record<string, unknown>> | undefined {
  const known = rootOf(text.startsWith(mark) ? text.slice(1) : text)
  const entries = known.kind === 'refused' ? undefined : known.root[list]
  const entry = isObject(entries) ? entries[entryName] : undefined
  return isObject(entry) ? entry : undefined
}

/** Why a text cannot be edited; undefined when it can. */
export function problemIn(text: string): ConfigProblem | undefined {
  const bare = text.startsWith(mark) ? text.slice(1) : text
  if (bare.trim() === '') return undefined
  const known = rootOf(bare)
  return known.kind === 'refused' ? known.problem : undefined
}

type Json = Readonly<Record<string, unknown>>

const refused = (problem: ConfigProblem) => ({ kind: 'refused', problem }) as const

const isSame = (one: unknown, other: unknown): boolean => one !== undefined && canonical(one) === canonical(other)

function rootOf(text: string): { readonly kind: 'read'; readonly root: Json } | ReturnType<typeof refused> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused({ kind: 'broken', ...positionOf(text, firstMistake(text)) })
  }
  return isObject(value) ? { kind: 'read', root: value } : refused({ kind: 'not-object' })
}

function firstMistake(text: string): number {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  return errors[0]?.offset ?? 0
}

/** Both are 1-based. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/u)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** @param text a JSON object. */
function edit(text: string, entry: BridgeCommand, listName: string): string {
  const root = parseTree(text)
  const list = root && findNodeAtLocation(root, [listName])
  const ours = root && findNodeAtLocation(root, [listName, entryName])
  const style = styleOf(text)
  if (ours) return spliced(text, ours.offset, ours.length, written(entry, indentAt(text, ours.offset), style))
  if (list) return withMember(text, list, entryName, entry, style)
  return root ? withMember(text, root, listName, { [entryName]: entry }, style) : text
}

interface Style {
  readonly indent: string
  readonly lineEnd: string
}

/** Formats the entry like the text. A single-line text stays on one line. */
function styleOf(text: string): Style {
  const lineEnd = /\r?\n/u.exec(text.trim())?.[0] ?? ''
  const indent = /^([ \t]+)\S/mu.exec(text)?.[1] ?? '  '
  return { lineEnd, indent: lineEnd === '' ? '' : indent }
}

function withMember(text: string, into: Node, name: string, value: unknown, style: Style): string {
  const { indent, lineEnd } = style
  const outer = indentAt(text, into.offset)
  const member = `${lineEnd}${outer}${indent}${JSON.stringify(name)}:${lineEnd && ' '}${written(value, outer + indent, style)}`
  const last = into.children?.at(-1)
  if (last) return spliced(text, last.offset + last.length, 0, `,${member}`)
  return spliced(text, into.offset, into.length, `{${member}${lineEnd}${lineEnd && outer}}`)
}

/** @param outer indentation of the value's line */
function written(value: unknown, outer: string, { indent, lineEnd }: Style): string {
  if (lineEnd === '') return JSON.stringify(value)
  return JSON.stringify(value, null, indent).replaceAll('\n', `${lineEnd}${outer}`)
}

/** Indentation of this line. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/u.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

const spliced = (text: string, offset: number, length: number, put: string): string =>
  text.slice(0, offset) + put + text.slice(offset + length)

function isOnlyOurs(before: Json, edited: string, entry: BridgeCommand, list: string): boolean {
  const after = rootOf(edited)
  if (after.kind === 'refused') return false
  const was = isObject(before[list]) ? before[list] : {}
  const wanted = { ...before, [list]: { ...was, [entryName]: entry } }
  return canonical(after.root) === canonical(wanted)
}
