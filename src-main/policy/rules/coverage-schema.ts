/**
 * Coverage schema: the JSON Schema that enforces the facts of a rule.
 *
 * Guards invariant 3: the schema is generated from the facts alone, and a rule whose stored schema differs from its
 * facts counts as damaged. Every object is closed: a parameter that no fact names is rejected.
 */
import type { JsonObject } from '@contract/call.js'
import { canonical } from '@contract/json/canonical-json.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import { maxAddressLength, originOfPlain, sourceOfOrigin } from '@shared/text/plain-address.js'
import { isPlainFolder, maxPathLength, sourceUnder } from '@shared/text/plain-path.js'

interface Place {
  readonly members: Map<string, { readonly schema: JsonObject; readonly isRequired: boolean }>
  readonly objects: Map<string, Place>
}

/** @throws Error when two facts are about the same parameter, or one names `__proto__`, which Ajv skips */
export function schemaOf(facts: readonly ArgumentFact[]): JsonObject {
  const root = newPlace()
  for (const fact of facts) {
    const place = placeAt(root, fact.at)
    for (const [name, schema] of membersOf(fact)) {
      if (isTaken(place, name) || name === '__proto__') throw new Error(`Two facts about ${name}, or a forbidden name.`)
      place.members.set(name, { schema, isRequired: fact.kind !== 'free' })
    }
  }
  const builds = facts
    .filter((fact) => fact.kind === 'build')
    .map(({ world, from, to, blocks }) => ({ world, from, to, blocks }))
  // A keyword of the validator alone, see `validation/capability-validator.ts`.
  return { ...written(root), ...(builds[0] && { buildWithin: builds[0] }) }
}

/** Whether a stored schema equals the one generated from its facts. */
export function isSchemaOf(schema: unknown, facts: readonly ArgumentFact[]): boolean {
  try {
    return canonical(schema) === canonical(schemaOf(facts))
  } catch {
    return false
  }
}

function membersOf(fact: ArgumentFact): readonly (readonly [name: string, schema: JsonObject])[] {
  switch (fact.kind) {
    case 'same':
      return Object.entries(fact.given).map(([name, value]) => [name, sameAs(value)])
    case 'near':
      return [fact.x, fact.y, fact.z].map((centre, axis) => [
        fact.parameters[axis] ?? '',
        { type: 'number', minimum: centre - fact.blocks, maximum: centre + fact.blocks },
      ])
    case 'at-most':
      return [[fact.parameter, { type: 'number', ...rangeTo(fact.number) }]]
    case 'items-at-most':
      return [[fact.parameter, { type: 'array', minItems: 1, maxItems: fact.items }]]
    case 'under':
      if (!isPlainFolder(fact.folder)) throw new Error('No rule may be about this folder.')
      return [[fact.parameter, { type: 'string', maxLength: maxPathLength, pattern: sourceUnder(fact.folder) }]]
    case 'host':
      if (originOfPlain(fact.origin) !== fact.origin) throw new Error('No rule may be about this host.')
      return [[fact.parameter, { type: 'string', maxLength: maxAddressLength, pattern: originSource(fact) }]]
    case 'build':
      return [
        ['world', { const: fact.world }],
        // What they come to is checked as a whole, see `buildWithin`.
        ...['name', 'origin', 'parts'].map((name): readonly [string, JsonObject] => [name, {}]),
      ]
    case 'free':
      return [[fact.parameter, {}]]
  }
}

const originSource = ({ origin, subdomains }: Extract<ArgumentFact, { kind: 'host' }>): string =>
  sourceOfOrigin(origin, subdomains)

/**
 * Compares member by member: Ajv's `const` calls members of the value named `valueOf` or `toString`, and throws for
 * arguments that have such members.
 */
function sameAs(value: unknown): JsonObject {
  if (Array.isArray(value)) {
    const { length } = value
    return { type: 'array', ...(length > 0 && { items: value.map(sameAs) }), minItems: length, maxItems: length }
  }
  if (typeof value !== 'object' || value === null) return { const: value }
  const members = Object.entries(value)
  if (members.some(([name]) => name === '__proto__')) throw new Error('Ajv skips a member named __proto__.')
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, sameAs(member)])),
    required: members.map(([name]) => name).sort(),
    additionalProperties: false,
  }
}

const rangeTo = (number: number) =>
  number > 0 ? { exclusiveMinimum: 0, maximum: number } : { minimum: number, exclusiveMaximum: 0 }

const newPlace = (): Place => ({ members: new Map(), objects: new Map() })

function placeAt(root: Place, path: readonly string[]): Place {
  let place = root
  for (const name of path) {
    if (place.members.has(name) || name === '__proto__') throw new Error(`Two facts about ${name}.`)
    const next = place.objects.get(name) ?? newPlace()
    place.objects.set(name, next)
    place = next
  }
  return place
}

const isTaken = ({ members, objects }: Place, name: string): boolean => members.has(name) || objects.has(name)

function written({ members, objects }: Place): JsonObject {
  const required = [...members].filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...[...members].map(([name, { schema }]) => [name, schema] as const),
      ...[...objects].map(([name, place]) => [name, written(place)] as const),
    ]),
    required: [...required, ...objects.keys()].sort(),
    additionalProperties: false,
  }
}
