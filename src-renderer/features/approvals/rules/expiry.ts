/** Expiry: the durations that a rule can have. */
export const expiries = ['hour', 'day', 'week', 'never'] as const
export type Expiry = (typeof expiries)[number]

const milliseconds: Readonly<Record<Exclude<Expiry, 'never'>, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

/** ISO 8601; null for never. */
export const endOf = (expiry: Expiry, now: number): string | null =>
  expiry === 'never' ? null : new Date(now + milliseconds[expiry]).toISOString()

/** What may be chosen for a rule: one that allows only ever ends sooner. */
export const expiriesFor = (
  rule: { readonly effect: string; readonly expiresAt?: string },
  now: number,
): readonly Expiry[] => {
  if (rule.effect !== 'allow') return expiries
  const end = rule.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(rule.expiresAt)
  return expiries.filter((expiry) => expiry !== 'never' && now + milliseconds[expiry] < end)
}
