/**
 * Import edit: moves servers in the text of a client's configuration behind Gatehouse. Pure.
 *
 * Everything but the moved servers and our entry means the same before and after, which is verified, and keeps its
 * formatting and comments.
 */
import { entryName } from '../bridge-command.js'
import { type ClientFormat, isSameJson, readList, withServers } from '../client-format.js'
import { type ConfigEdit, verified } from '../config-edit.js'
import { withMember, withoutMember } from '../json-text.js'

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
  const { root, servers = {} } = before
  const isThere = isSameJson(servers[entryName], entry)
  let edited = isThere ? text : withMember(text.trim() === '' ? '{}' : text, [...list, entryName], entry)
  for (const name of names) edited = withoutMember(edited, [...list, name])
  if (edited === text) return { kind: 'same' }
  const moved = new Set(names)
  const kept = Object.entries(servers).filter(([name]) => !moved.has(name) && name !== entryName)
  return verified(edited, withServers(root, { list }, { ...Object.fromEntries(kept), [entryName]: entry }), format)
}
