/**
 * Cards: which cards are on the stage, and for how long. Pure, so that the page and the preview are the same.
 *
 * A card that waits for the streamer stays until it is answered; the others are removed after a while, the oldest first.
 */
import type { OverlayAppearance, OverlayCard } from '@shared/features/overlay.js'

export interface StandingCard {
  readonly card: OverlayCard
  /** Milliseconds on a monotonic clock. */
  readonly since: number
  /** Whether the card plays its leave animation. */
  readonly leaving: boolean
}

/** Milliseconds of the leave animation, and after which a card no longer counts as waiting. */
export const leavingMs = 420
const maxWaitMs = 15 * 60_000

export const isWaiting = (card: OverlayCard): boolean => card.kind === 'call' && card.state === 'waiting'

/** Replaces the card of the same request, else appends the card. */
export function withCard(standing: readonly StandingCard[], card: OverlayCard, now: number): readonly StandingCard[] {
  const next = { card, since: now, leaving: false }
  if (!standing.some((one) => one.card.id === card.id)) return [...standing, next]
  return standing.map((one) => (one.card.id === card.id ? next : one))
}

export const withoutCard = (standing: readonly StandingCard[], id: string, now: number): readonly StandingCard[] =>
  standing.map((one) => (one.card.id === id && !one.leaving ? { ...one, since: now, leaving: true } : one))

/** The cards that remain at this time; the same list when nothing changed. */
export function atMoment(
  standing: readonly StandingCard[],
  look: Pick<OverlayAppearance, 'seconds' | 'most'>,
  now: number,
): readonly StandingCard[] {
  const kept = standing.filter(({ leaving, since }) => !leaving || now - since < leavingMs)
  let spare = kept.filter(({ leaving }) => !leaving).length - look.most
  const next = kept.map((one) => {
    if (one.leaving) return one
    const waits = isWaiting(one.card)
    const isOver = now - one.since >= (waits ? maxWaitMs : look.seconds * 1_000)
    const isCrowdedOut = spare > 0 && !waits
    if (isCrowdedOut) spare -= 1
    return isOver || isCrowdedOut ? { ...one, since: now, leaving: true } : one
  })
  // Only waiting cards are left, and they are too many: the newest stay.
  const staying = next.filter(({ leaving }) => !leaving)
  const tooMany = new Set(staying.slice(0, Math.max(0, staying.length - look.most)))
  const bounded = next.map((one) => (tooMany.has(one) ? { ...one, since: now, leaving: true } : one))
  const isSame = bounded.length === standing.length && bounded.every((one, at) => one === standing[at])
  return isSame ? standing : bounded
}
