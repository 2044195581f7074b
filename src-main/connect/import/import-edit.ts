/**
 * Import edit: moves servers in the text of a client's configuration behind Gatehouse. Pure.
 *
 * Everything but the moved servers and our entry means the same before and after, which is verified, and keeps its
 * formatting and comments.
 */

import { canonical } from '@contract/json/canonical-json.js'
import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject } from '@contract/json/json-object.js'
import type { ConfigProblem } from '@shared/clients/connection.js'
import { applyEdits, type FormattingOptions, modify, type ParseError, parse } from 'jsonc-parser'
import { entryName } from '../bridge-command.js'
import type { ConfigEdit } from '../config-edit.js'

export interface ClientFormat {
  /** The member in which the client lists servers. */
  readonly list: 'mcpServers' | 'servers'
  /** Comments and trailing commas are allowed, as in VS Code. */
  readonly comments: boolean
}

type Json = Readonly<Record<string, unknown>>

export type ReadList =
  | { readonly ok: true; readonly root: Json; readonly entries: readonly (readonly [name: string, value: unknown])[] }
  | { readonly ok: false; readonly problem: ConfigProblem }

const mark = '\uFEFF'
const deepest = 64

/** The servers of a client's configuration. */
export function readList(text: string, { list, comments }: ClientFormat): ReadList {
  const bare = text.startsWith(mark) ? text.slice(1) : text
  if (bare.trim() === '') return { ok: true, root: {}, entries: [] }
  if (isDeeperThan(deepest, bare)) return { ok: false, problem: { kind: 'unclear' } }
  const errors: ParseError[] = []
  const root: unknown = parse(bare, errors, { disallowComments: !comments, allowTrailingComma: comments })
  const [first] = errors
  if (first) return { ok: false, problem: { kind: 'broken', ...positionOf(bare, first.offset) } }
  if (!isObject(root)) return { ok: false, problem: { kind: 'not-object' } }
  const servers = root[list] ?? {}
  if (!isObject(servers)) return { ok: false, problem: { kind: 'not-servers' } }
  return { ok: true, root, entries: Object.entries(servers) }
}

/** @param names those that move; `entry` replaces them */
export function editToUseGatehouse(
  text: string,
  format: ClientFormat,
  names: readonly string[],
  entry: object,
): ConfigEdit {
  const before = readList(text, format)
  if (!before.ok) return { kind: 'refused', problem: before.problem }
  const { list } = format
  const hasMark = text.startsWith(mark)
  let edited = hasMark ? text.slice(1) : text
  const options = { formattingOptions: styleOf(edited) }
  if (!isSame(Object.fromEntries(before.entries)[entryName], entry)) {
    edited = applyEdits(edited, modify(edited, [list, entryName], entry, options))
  }
  for (const name of names) edited = applyEdits(edited, modify(edited, [list, name], undefined, options))
  const after = readList(edited, format)
  const moved = new Set(names)
  const kept = before.entries.filter(([name]) => !moved.has(name) && name !== entryName)
  const wanted = { ...before.root, [list]: { ...Object.fromEntries(kept), [entryName]: entry } }
  if (!after.ok || !isSame(after.root, wanted)) return { kind: 'refused', problem: { kind: 'unclear' } }
  return edited === text.slice(hasMark ? 1 : 0)
    ? { kind: 'same' }
    : { kind: 'change', text: (hasMark ? mark : '') + edited }
}

const isSame = (one: unknown, other: unknown): boolean => one !== undefined && canonical(one) === canonical(other)

/** In the formatting of the text. */
function styleOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/mu.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** Both are 1-based. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/u)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
