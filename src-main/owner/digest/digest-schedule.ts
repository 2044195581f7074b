/**
 * Digest schedule: when the next digest is due, from what is stored and the clock.
 *
 * Guards "at most one a day": the day of the last digest is stored, and a day that has one gets no other, also after a
 * restart, with another time of day, or when the clock is set back.
 */

/** What is stored. */
export interface DigestRecord {
  /** End of the last span, ISO 8601: the next one begins here. Empty while the digest is switched off. */
  readonly through: string
  /** Local day of the last digest, `YYYY-MM-DD`; absent before the first. */
  readonly day?: string
}

export type DigestDue =
  | { readonly kind: 'wait' }
  /** It starts from now. @property day stays, if the day is not in the future */
  | { readonly kind: 'begin'; readonly day?: string }
  | { readonly kind: 'due'; readonly since: string; readonly day: string }

/** Days that one digest covers at most. */
const maxDays = 7
const dayMs = 86_400_000

/** @param at `HH:MM`, local time */
export function digestDue(now: Date, at: string, record: DigestRecord | undefined): DigestDue {
  if (!record) return { kind: 'begin' }
  const through = Date.parse(record.through)
  const day = dayOf(now)
  // The clock was set far ahead and back again.
  const isFarAhead = record.day !== undefined && record.day > dayOf(new Date(now.getTime() + dayMs))
  if (isFarAhead || Number.isNaN(through) || through - now.getTime() > dayMs)
    return { kind: 'begin', ...(record.day !== undefined && !isFarAhead && { day: record.day }) }
  if ((record.day !== undefined && record.day >= day) || through >= latest(now, at).getTime()) return { kind: 'wait' }
  const since = new Date(Math.max(through, now.getTime() - maxDays * dayMs)).toISOString()
  return { kind: 'due', since, day }
}

/** The last time of day `at` that is not after `now`: today's, or yesterday's. */
function latest(now: Date, at: string): Date {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute)
  return today <= now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute)
}

/** Local day, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
