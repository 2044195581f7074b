/**
 * Definition: validates what a service sends about one tool, so that an invalid tool does not affect the others.
 *
 * Errors for which clients would reject a whole list are corrected or rejected; everything else stays unchanged.
 */

import { createHash } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { canonical } from '@contract/json/canonical-json.js'
import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject } from '@contract/json/json-object.js'

export interface ToolDefinition {
  readonly name: string
  readonly definition: JsonObject
  readonly digest: string
}

export type ReadDefinition =
  | { readonly ok: true; readonly tool: ToolDefinition }
  | { readonly ok: false; readonly name: string; readonly reason: string }

/** Maximum characters of one definition as JSON. */
export const maxDefinitionLength = 256 * 1024
const deepest = 48
/** Maximum characters of one text, which is scanned at once. */
const maxTextLength = 32_768
const maxNameLength = 128

export function readDefinition(sent: unknown): ReadDefinition {
  const refuse = (name: string, reason: string): ReadDefinition => ({ ok: false, name, reason })
  if (!isObject(sent)) return refuse('(without name)', 'it is not an object')
  const { name, inputSchema, outputSchema } = sent
  if (typeof name !== 'string' || name === '') return refuse('(without name)', 'it has no name')
  if (name.length > maxNameLength)
    return refuse(name.slice(0, 64), `its name is longer than ${maxNameLength} characters`)
  const text = JSON.stringify(sent)
  if (text.length > maxDefinitionLength) return refuse(name, `it is larger than ${maxDefinitionLength} characters`)
  if (isDeeperThan(deepest, text)) return refuse(name, `it nests deeper than ${deepest} levels`)
  if (hasLongerText(sent, maxTextLength))
    return refuse(name, `one of its texts is longer than ${maxTextLength} characters`)
  const input = inputSchema ?? {}
  if (!isObject(input) || (input.type !== undefined && input.type !== 'object')) {
    return refuse(name, 'its inputSchema does not describe an object')
  }
  const { outputSchema: _output, ...rest } = sent
  const keepsOutput = isObject(outputSchema) && outputSchema.type === 'object'
  const isWhole = input.type === 'object' && (outputSchema === undefined || keepsOutput)
  const definition = isWhole
    ? sent
    : { ...rest, inputSchema: { ...input, type: 'object' }, ...(keepsOutput && { outputSchema }) }
  const digest = createHash('sha256').update(canonical(definition)).digest('hex').slice(0, 32)
  return { ok: true, tool: { name, definition, digest } }
}

/** @param value within the depth limit of a definition */
const hasLongerText = (value: unknown, most: number): boolean =>
  typeof value === 'string'
    ? value.length > most
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([name, member]) => name.length > most || hasLongerText(member, most))
