/** Digest: the daily message about what AI did, and where it goes. */

/** `discord`: the channel of the Discord bot. A headless program has no notifications. */
export const digestPlaces = ['notification', 'discord'] as const
export type DigestPlace = (typeof digestPlaces)[number]

export interface DigestSettings {
  readonly enabled: boolean
  /** `HH:MM`, local time. */
  readonly at: string
  readonly to: readonly DigestPlace[]
}

export const defaultDigest: DigestSettings = { enabled: false, at: '20:00', to: ['notification'] }
