/**
 * Definition: what a service says of one tool, checked by itself, so that a bad one refuses no other.
 *
 * What clients would refuse a whole list for is set right or refused; everything else stays as it was sent.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../contract/call.js'
import { canonical } from '../../../contract/canonical-json.js'
import { isDeeperThan } from '../../../contract/json-depth.js'

export interface ToolDefinition {
  readonly name: string
  readonly definition: JsonObject
  readonly digest: string
}

export type ReadDefinition =
  | { readonly ok: true; readonly tool: ToolDefinition }
  | { readonly ok: false; readonly name: string; readonly reason: string }

/** Characters of one definition as JSON. */
export const longestDefinition = 256 * 1024
const deepest = 48
/** Characters of one text: it is scanned in one piece. */
const longestText = 32_768
const longestName = 128

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readDefinition(sent: unknown): ReadDefinition {
  const refuse = (name: string, reason: string): ReadDefinition => ({ ok: false, name, reason })
  if (!isObject(sent)) return refuse('(without name)', 'it is no object')
  const { name, inputSchema, outputSchema } = sent
  if (typeof name !== 'string' || name === '') return refuse('(without name)', 'it has no name')
  if (name.length > longestName) return refuse(name.slice(0, 64), `its name is longer than ${longestName} characters`)
  const text = JSON.stringify(sent)
  if (text.length > longestDefinition) return refuse(name, `it is larger than ${longestDefinition} characters`)
  if (isDeeperThan(deepest, text)) return refuse(name, `it nests deeper than ${deepest} levels`)
  if (hasLongerText(sent, longestText)) return refuse(name, `one of its texts is longer than ${longestText} characters`)
  const input = inputSchema ?? {}
  if (!isObject(input) || (input.type !== undefined && input.type !== 'object')) {
    return refuse(name, 'its inputSchema is not that of an object')
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

/** @param value no deeper than a definition */
const hasLongerText = (value: unknown, most: number): boolean =>
  typeof value === 'string'
    ? value.length > most
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([name, member]) => name.length > most || hasLongerText(member, most))
