/** Difference order: the differences of a manifest by importance, and where in it they are. */

import type { ManifestDifference } from '@contract/compatibility/difference.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'

const ladder: readonly unknown[] = ['low', 'medium', 'high', 'critical'] satisfies RiskLevel[]

const rankOf = (level: unknown): number => {
  const rank = ladder.indexOf(level)
  return rank === -1 ? ladder.length : rank
}

/** Whether it calls itself less dangerous than what was accepted. */
export const isLessRisky = (differences: readonly ManifestDifference[]): boolean =>
  differences.some(({ path, before, after }) => path === '/risk/level' && rankOf(after) < rankOf(before))

const topics = [
  'risk',
  'permissions',
  'type',
  'provider',
  'name',
  'description',
  'deprecated',
  'rateLimit',
  'parameters',
  'returns',
  'examples',
  'tags',
] as const

/** Differences about danger before differences about use. */
export const differencesInOrder = (differences: readonly ManifestDifference[]): readonly ManifestDifference[] => {
  const rank = ({ path }: ManifestDifference) => {
    const { topic } = placeOf(path)
    return topic === 'manifest' ? topics.length : topics.indexOf(topic)
  }
  return [...differences].sort((one, other) => rank(one) - rank(other))
}

export interface ManifestTopic {
  readonly topic: (typeof topics)[number] | 'manifest'
  /** What is inside the topic, outermost first. */
  readonly inside: readonly string[]
}

/** Where in a manifest a JSON pointer points. */
export const placeOf = (path: string): ManifestTopic => {
  const [first = '', ...inside] = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const topic = topics.find((known) => known === first)
  if (topic !== undefined) return { topic, inside: inside.filter((part, at) => part !== 'properties' || at > 0) }
  return { topic: 'manifest', inside: first === '' ? inside : [first, ...inside] }
}
