/**
 * Argument labels: the titles of a call's arguments and values from its schema, for the person who is asked.
 *
 * Guards invariant 5: the titles come from the provider; they are cleaned, bounded, and shown next to the real names.
 */

import type { JsonObject } from '@contract/call.js'
import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import type { ArgumentLabel } from '@shared/approvals/approval.js'
import { plainName } from './untrusted-text.js'

const most = 32
const longest = 64
const deepest = 2

/** By the name of the argument, or `outer.inner`; undefined where the schema has no titles for them. */
export function argumentLabels(
  parameters: ObjectSchema | undefined,
  given: JsonObject,
): Readonly<Record<string, ArgumentLabel>> | undefined {
  const labels: [string, ArgumentLabel][] = []
  collect(membersOf(parameters), given, '', labels, 0)
  return labels.length > 0 ? Object.fromEntries(labels) : undefined
}

type Members = Readonly<Record<string, unknown>>

function collect(
  schema: Members,
  given: Members,
  path: string,
  labels: [string, ArgumentLabel][],
  depth: number,
): void {
  const properties = membersOf(schema.properties)
  for (const [name, value] of Object.entries(given)) {
    if (labels.length >= most) return
    const property = Object.hasOwn(properties, name) ? membersOf(properties[name]) : {}
    const title = wordOf(property.title)
    const chosen = titleOf(property, value)
    if (title !== undefined || chosen !== undefined) {
      labels.push([path + name, { ...(title !== undefined && { title }), ...(chosen !== undefined && { chosen }) }])
    }
    if (depth < deepest) collect(property, membersOf(value), `${path}${name}.`, labels, depth + 1)
  }
}

/** What the schema calls a chosen value, by `oneOf`, `anyOf` or `enumNames`. */
function titleOf({ oneOf, anyOf, enum: values, enumNames }: Members, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const options = [oneOf, anyOf].flatMap((some) => (Array.isArray(some) ? some.slice(0, 256) : []))
  const option = options.map(membersOf).find((one) => one.const === value)
  if (option) return wordOf(option.title)
  const at = Array.isArray(values) ? values.indexOf(value) : -1
  return at >= 0 && Array.isArray(enumNames) ? wordOf(enumNames[at]) : undefined
}

function wordOf(text: unknown): string | undefined {
  const word = typeof text === 'string' ? plainName(text, longest) : ''
  return word === '' ? undefined : word
}

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
