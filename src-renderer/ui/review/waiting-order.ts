/** Waiting order: sorts waiting actions by importance. */

import type { ManifestDifference } from '@contract/compatibility/difference.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'

const ladder: readonly unknown[] = ['low', 'medium', 'high', 'critical'] satisfies RiskLevel[]

/** A capability without a risk counts as the highest (invariant 2). */
export const levelOf = ({ offered }: QuarantinedCapability): RiskLevel => offered.risk?.level ?? 'critical'

/** Whether a call of it needs a person by its risk alone. */
export const isDangerous = (waiting: QuarantinedCapability): boolean =>
  rankOf(levelOf(waiting)) >= ladder.indexOf('high')

/** Whether its texts address models or contain hidden characters. */
export const isSuspicious = ({ findings }: QuarantinedCapability): boolean => findings !== undefined

export interface RiskCounts {
  readonly high: number
  readonly critical: number
  /** Whatever their risk. */
  readonly suspicious: number
}

/** How many of them are dangerous; undefined when none is. */
export function dangersOf(waiting: readonly QuarantinedCapability[]): RiskCounts | undefined {
  const dangerous = waiting.filter(isDangerous)
  const suspicious = waiting.filter(isSuspicious).length
  if (dangerous.length === 0 && suspicious === 0) return undefined
  const high = dangerous.filter((one) => levelOf(one) === 'high').length
  return { high, critical: dangerous.length - high, suspicious }
}

const rankOf = (level: unknown): number => {
  const rank = ladder.indexOf(level)
  return rank === -1 ? ladder.length : rank
}

/** The suspicious first, changed before new, the dangerous before the harmless, then by id. */
export const inOrder = (waiting: readonly QuarantinedCapability[]): readonly QuarantinedCapability[] =>
  [...waiting].sort(
    (one, other) =>
      Number(isSuspicious(other)) - Number(isSuspicious(one)) ||
      Number(other.reason === 'changed') - Number(one.reason === 'changed') ||
      rankOf(levelOf(other)) - rankOf(levelOf(one)) ||
      (one.id < other.id ? -1 : 1),
  )

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
