/**
 * Covered by words: whether a rule covers a call, decided from the text of the rule and not from its schema.
 *
 * It shares no code with `policy/`: an independent check of what a reader of the sentence expects.
 */
import path from 'node:path'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import type { Rule } from '@shared/approvals/rule.js'

type Members = Record<string, unknown>

/** @param given the arguments of the call */
export function isCoveredByWords(
  { what, arguments: exactly }: Pick<Rule, 'what' | 'arguments'>,
  given: object,
): boolean {
  if (exactly) return sorted(exactly.shown) === sorted(given)
  if (what === undefined || what.id === 'any') return true
  return isWithin(what.facts, given)
}

/** Takes every parameter that a fact allows out of the arguments: no parameter without a fact may be left. */
export function isWithin(facts: readonly ArgumentFact[], given: object): boolean {
  const left = structuredClone(given) as Members
  const visited: { parent: Members; name: string }[] = []
  for (const fact of facts) {
    let object = left
    for (const name of fact.at) {
      if (!Object.keys(object).includes(name) || !isMembers(object[name])) return false
      visited.push({ parent: object, name })
      object = object[name] as Members
    }
    if (!take(fact, object)) return false
  }
  // The innermost first: an object is removed with its last member.
  for (const { parent, name } of visited.reverse()) {
    if (isMembers(parent[name]) && Object.keys(parent[name] as Members).length === 0) delete parent[name]
  }
  return Object.keys(left).length === 0
}

function take(fact: ArgumentFact, object: Members): boolean {
  if (fact.kind === 'same') {
    return Object.keys(fact.given).every((name) => {
      const isSame = name in object && sorted(object[name]) === sorted(fact.given[name])
      delete object[name]
      return isSame
    })
  }
  if (fact.kind === 'near') {
    const centre = [fact.x, fact.y, fact.z]
    return fact.parameters.every((name, axis) => {
      const value = object[name]
      delete object[name]
      return typeof value === 'number' && Math.abs(value - (centre[axis] as number)) <= fact.blocks
    })
  }
  if (fact.kind === 'build') throw new Error('Builds have a test of their own.')
  const value = object[fact.parameter]
  delete object[fact.parameter]
  if (fact.kind === 'free') return true
  if (fact.kind === 'under') return typeof value === 'string' && isInFolder(fact.folder, value)
  if (fact.kind === 'host') return typeof value === 'string' && isOnHost(fact.origin, fact.subdomains, value)
  if (fact.kind === 'items-at-most') return Array.isArray(value) && value.length >= 1 && value.length <= fact.items
  if (typeof value !== 'number') return false
  return Math.sign(value) === Math.sign(fact.number) && Math.abs(value) <= Math.abs(fact.number)
}

/** As the system would resolve it; a rule may be stricter, never wider. */
function isInFolder(folder: string, value: string): boolean {
  const of = folder.startsWith('/') ? path.posix : path.win32
  const relative = of.relative(folder, of.resolve(value))
  return of.isAbsolute(value) && relative.split(of.sep)[0] !== '..' && !of.isAbsolute(relative)
}

function isOnHost(origin: string, subdomains: boolean, value: string): boolean {
  if (!URL.canParse(value)) return false
  const [ours, theirs] = [new URL(origin), new URL(value)]
  const isBelow = subdomains && theirs.hostname.endsWith(`.${ours.hostname}`)
  return (
    ours.protocol === theirs.protocol &&
    ours.port === theirs.port &&
    theirs.username + theirs.password === '' &&
    (ours.hostname === theirs.hostname || isBelow)
  )
}

const isMembers = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same text for the same JSON value, whatever the order of its members. */
export const sorted = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(sorted).join()}]`
    : isMembers(value)
      ? `{${Object.keys(value as Members)
          .sort()
          .map((name) => `${JSON.stringify(name)}:${sorted((value as Members)[name])}`)
          .join()}}`
      : JSON.stringify(value)
