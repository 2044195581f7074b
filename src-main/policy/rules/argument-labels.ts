/**
 * Argument labels: the titles of a call's arguments and values from its schema, for the approver.
 *
 * Guards invariant 5: the titles come from the provider; they are cleaned, bounded, and shown next to the real names.
 */

import type { JsonObject } from '@contract/call.js'
import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import type { ArgumentLabel } from '@shared/approvals/approval.js'
import { plainName } from '../text/untrusted-text.js'

const maxLabels = 32
const maxLength = 64
const maxDepth = 2

/** Labels by the name of the argument, or `outer.inner`; undefined when the schema has no titles. */
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
    if (labels.length >= maxLabels) return
    const property = Object.hasOwn(properties, name) ? membersOf(properties[name]) : {}
    const title = labelText(property.title)
    const chosen = titleOf(property, value)
    if (title !== undefined || chosen !== undefined) {
      labels.push([path + name, { ...(title !== undefined && { title }), ...(chosen !== undefined && { chosen }) }])
    }
    if (depth < maxDepth) collect(property, membersOf(value), `${path}${name}.`, labels, depth + 1)
  }
}

/** The title of a value, from `oneOf`, `anyOf` or `enumNames`. */
function titleOf({ oneOf, anyOf, enum: values, enumNames }: Members, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const options = [oneOf, anyOf].flatMap((some) => (Array.isArray(some) ? some.slice(0, 256) : []))
  const option = options.map(membersOf).find((one) => one.const === value)
  if (option) return labelText(option.title)
  const at = Array.isArray(values) ? values.indexOf(value) : -1
  return at >= 0 && Array.isArray(enumNames) ? labelText(enumNames[at]) : undefined
}

function labelText(text: unknown): string | undefined {
  const word = typeof text === 'string' ? plainName(text, maxLength) : ''
  return word === '' ? undefined : word
}

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
