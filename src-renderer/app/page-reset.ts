/**
 * Page reset: when stream-safe mode is switched, the page discards all data and requests it again.
 *
 * Guards invariant 8 on a stream: first nothing is drawn, then all data is discarded, and only data that main sent afterwards
 * is drawn. The person keeps the screen and what they were typing (`state/kept.ts`). Main waits for our confirmation, and
 * reloads the page when it does not arrive.
 */
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import type { Settings } from '../../src-main/contract/settings.js'
import { attempt, forgetAnswers, subscribe } from '../bridge.js'
import { resetFeeds } from '../state/feed.js'
import { carry, type Retell, retold, takeKept } from '../state/kept.js'
import { goTo, type Place, usePlace } from '../state/place.js'
import { readInfoAgain, usePreferences } from '../state/preferences.js'
import { rememberSight } from './sight.js'

export interface PageReset {
  /** How often the page was reset. Used as a React key, so that nothing drawn before a reset is reused. */
  readonly times: number
  /** Data from before the reset may not be drawn. */
  readonly isCovering: boolean
}

export const usePageReset = create<PageReset>(() => ({ times: 0, isCovering: false }))

type Wanted = Pick<Settings, 'streamSafe' | 'streamNames'>

/** What is covered; a name more or less changes the marks of the others. */
const coverOf = ({ streamSafe, streamNames }: Wanted): string => (streamSafe ? `on ${streamNames.join('\n')}` : 'off')

const retell: Retell = async (texts) => {
  const answer = await attempt('stream:page-reset', { texts })
  return answer.ok ? answer.value.map(({ text }) => text) : texts.map(() => null)
}

/** Of what has a name in the game or is an address, the id is another one under its mark. */
const placeAsTold = async ({ about, ...place }: Place): Promise<Place> => {
  if (about === undefined) return place
  const [reported] = await retold(new Map([['about', about]]), false, retell)
  const [, now] = reported ?? []
  return typeof now === 'string' ? { ...place, about: now } : place
}

const resetPage = async (covered: boolean, forget: () => void): Promise<void> => {
  const { times } = usePageReset.getState()
  const mine = times + 1
  const sight = rememberSight()
  const place = usePlace.getState()
  const kept = takeKept()
  flushSync(() => usePageReset.setState({ times: mine, isCovering: true }))
  forgetAnswers()
  // Main waits for this word: it goes before the many questions that it has to cover the answers of.
  const keeping = Promise.all([retold(kept, covered, retell), placeAsTold(place)])
  forget()
  const [[reported, there]] = await Promise.all([keeping, readInfoAgain().catch(() => undefined)])
  // Switched back meanwhile: data for one mode must not be used in the other.
  if (usePageReset.getState().times !== mine) return
  if (usePlace.getState() === place) goTo(there)
  carry(reported)
  usePageReset.setState({ isCovering: false })
  requestAnimationFrame(sight)
}

/**
 * Begins to follow the switch, before anything else follows the settings.
 *
 * @param forget lets go of what no feed holds, and asks for it again
 */
export const followSwitch = (forget: () => void): void => {
  // Who went elsewhere has left the form that was to find it.
  usePlace.subscribe(() => carry([]))
  subscribe('settings:changed', ({ settings }) => {
    const isNew = coverOf(settings) !== coverOf(usePreferences.getState().settings)
    if (!isNew) return
    // Half begun is not begun: it would wait for answers that nobody gets any more.
    if (document.querySelector('.frame') === null) window.location.reload()
    else
      void resetPage(settings.streamSafe, () => {
        resetFeeds()
        forget()
      })
  })
}
