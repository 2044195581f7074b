/**
 * Check bounds: limits the work of checking one value against an untrusted schema, before the check begins.
 *
 * Guards invariant 7: alternatives times items, items compared with each other and defaults filled in many places are
 * products of the schema and the value. The work is at most the nodes of the schema that apply at a depth, times the
 * nodes of the value at that depth. A tenth of a second is allowed.
 */

/** Maximum work. With `allErrors` each node may be an error, which takes twice as long. */
const maxWork = { untilFirstError: 200_000, allErrors: 100_000 }
/** Maximum length of a member's name, since each error below contains it. */
const maxNameLength = 1_024
/** Characters that are read in the time of one node. */
const charactersOfNode = 64
/** A format reads its text several times. */
const nodesOfFormat = 8
/** Properties whose absence is found in the time of one node. */
const propertiesOfNode = 8
/** What an item costs that may be compared with the most others (`maxCompared` of `schema-bounds.ts`). */
const nodesOfComparison = 32
/** More than the depth of any schema. */
const depths = 20

/** Number of schema nodes that apply to one value at each depth below the checked value. */
export type NodesByDepth = readonly number[]

/** @param schema a schema without references, within the bounds of `schema-bounds.ts` */
export function nodesByDepth(schema: unknown): NodesByDepth {
  const nodes = [1]
  const add = (more: NodesByDepth, depth: number) => {
    for (let at = 0; at < more.length; at++) nodes[at + depth] = (nodes[at + depth] ?? 0) + (more[at] ?? 0)
  }
  let own = 1
  if (typeof schema !== 'object' || schema === null) return nodes
  for (const [keyword, value] of Object.entries(schema)) {
    switch (keyword) {
      case 'properties': {
        const members = Object.values((value ?? {}) as Readonly<Record<string, { readonly default?: unknown }>>).map(
          (member) => [member, nodesByDepth(member)] as const,
        )
        add([members.length / propertiesOfNode, ...mostOf(members.map(([, below]) => below))], 0)
        for (const [member, below] of members) {
          if (member.default !== undefined) own += nodesIn(member.default) * Math.max(...below)
        }
        break
      }
      case 'patternProperties':
        for (const member of Object.values(value ?? {})) add(nodesByDepth(member), 1)
        break
      case 'items':
      case 'additionalItems':
      case 'additionalProperties':
      case 'contains':
      case 'propertyNames':
        for (const one of [value].flat()) add(nodesByDepth(one), 1)
        break
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        for (const one of [value].flat()) add(nodesByDepth(one), 0)
        break
      case 'dependencies':
      case 'dependentSchemas':
        for (const needed of Object.values(value ?? {})) {
          add(Array.isArray(needed) ? [needed.length] : nodesByDepth(needed), 0)
        }
        break
      case 'minProperties':
      case 'maxProperties':
        add([1], 1)
        break
      case 'uniqueItems':
        if (value === true) add(new Array(depths).fill(nodesOfComparison), 1)
        break
      case 'format':
        own += nodesOfFormat
        break
      case 'default':
      case 'definitions':
      case '$defs':
      case 'title':
      case 'description':
      case '$comment':
      case 'examples':
        break
      default:
        own += nodesIn(value)
    }
  }
  nodes[0] = (nodes[0] ?? 0) + own - 1
  return nodes
}

/** The most at each depth: a value is one member only. */
const mostOf = (all: readonly NodesByDepth[]): number[] =>
  all.reduce<number[]>((most, nodes) => {
    for (let at = 0; at < nodes.length; at++) most[at] = Math.max(most[at] ?? 0, nodes[at] ?? 0)
    return most
  }, [])

function nodesIn(value: unknown): number {
  if (typeof value === 'string') return nodesOfText(value)
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [name, member]) => sum + nodesOfText(name) + nodesIn(member) - 1, 1)
}

const nodesOfText = (text: string): number => 1 + Math.floor(text.length / charactersOfNode)

/** Whether a check of a value is fast enough. @param value with at most the depth of a message */
export const isAffordable = (value: unknown, nodes: NodesByDepth, until: keyof typeof maxWork): boolean =>
  workOf(value, nodes, maxWork[until]) <= maxWork[until]

/** The work of a check; infinite when it is more than `most`, where counting stops. */
export function workOf(value: unknown, nodes: NodesByDepth, most = Number.POSITIVE_INFINITY): number {
  let work = 0
  const count = (node: unknown, depth: number): void => {
    const applied = nodes[depth]
    if (applied === undefined || work > most) return
    work += typeof node === 'string' ? applied * nodesOfText(node) : applied
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const item of node) count(item, depth + 1)
      return
    }
    for (const [name, member] of Object.entries(node)) {
      work += name.length > maxNameLength ? Number.POSITIVE_INFINITY : (nodes[depth + 1] ?? 0) * (nodesOfText(name) - 1)
      count(member, depth + 1)
    }
  }
  count(value, 0)
  return work
}
