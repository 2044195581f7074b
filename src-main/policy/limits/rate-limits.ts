/**
 * Rate limits: the limits of a call. See docs/protocol.md#manifest-rate-limit (`rateLimit`).
 *
 * A provider can make the limit of a core capability stricter, never looser: both limits apply.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, RateLimit } from '@contract/generated/capability-manifest.js'
import { requestsPerMs } from './rate.js'

/** The limit of a core capability: the provider's when it is stricter, otherwise the catalogue's. */
export function offeredLimit(core: RateLimit | undefined, own: RateLimit | undefined): RateLimit | undefined {
  if (!core || !own) return core ?? own
  const subscriptions = lower(core.subscriptions, own.subscriptions)
  const calls = isStricter(own, core) ? { requests: own.requests, period: own.period } : core
  return {
    ...(calls.requests !== undefined && { requests: calls.requests }),
    ...(subscriptions !== undefined && { subscriptions }),
    period: calls.period,
  }
}

/**
 * All limits of a call, the manifest's first. The catalogue's limit also applies beside a stricter one: fewer calls per
 * hour may still allow a larger burst.
 */
export function limitsOf(manifest: Pick<CapabilityManifest, 'id' | 'rateLimit'>): readonly RateLimit[] {
  const { rateLimit: own } = manifest
  if (own?.requests === undefined) return none
  const cached = limits.get(manifest)
  if (cached) return cached
  const core = coreCatalogue.get(manifest.id)?.rateLimit
  const found = core?.requests !== undefined && isStricter(own, core) ? [own, core] : [own]
  limits.set(manifest, found)
  return found
}

const none: readonly RateLimit[] = []

/** Cached by manifest, which is immutable. */
const limits = new WeakMap<object, readonly RateLimit[]>()

/** Whether it allows fewer calls in the long run, or fewer at once. */
const isStricter = (one: RateLimit, other: RateLimit): boolean =>
  one.requests !== undefined &&
  (other.requests === undefined || one.requests < other.requests || requestsPerMs(one) < requestsPerMs(other))

const lower = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
