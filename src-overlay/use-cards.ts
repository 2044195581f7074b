/** The cards shown on the stage, and functions that add, remove and clear them. */

import type { OverlayAppearance, OverlayCard } from '@shared/features/overlay.js'
import { useCallback, useEffect, useState } from 'react'
import { atMoment, type StandingCard, withCard, withoutCard } from './cards.js'

/** Milliseconds between two checks for expired cards. */
const lookMs = 200

export interface Cards {
  readonly standing: readonly StandingCard[]
  show(card: OverlayCard): void
  hide(id: string): void
  clear(): void
}

export const useCards = (look: Pick<OverlayAppearance, 'seconds' | 'most'>): Cards => {
  const { seconds, most } = look
  const [standing, setStanding] = useState<readonly StandingCard[]>([])
  const isEmpty = standing.length === 0
  useEffect(() => {
    if (isEmpty) return
    const ticks = setInterval(
      () => setStanding((before) => atMoment(before, { seconds, most }, performance.now())),
      lookMs,
    )
    return () => clearInterval(ticks)
  }, [isEmpty, seconds, most])
  const show = useCallback(
    (card: OverlayCard) => setStanding((before) => withCard(before, card, performance.now())),
    [],
  )
  const hide = useCallback((id: string) => setStanding((before) => withoutCard(before, id, performance.now())), [])
  const clear = useCallback(
    () =>
      setStanding((before) => before.reduce((all, one) => withoutCard(all, one.card.id, performance.now()), before)),
    [],
  )
  return { standing, show, hide, clear }
}
