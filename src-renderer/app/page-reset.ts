/**
 * Page reset: when stream-safe mode is switched, the page discards all data and requests it again.
 *
 * Guards invariant 8 on a stream: first nothing is drawn, then all data is discarded, and only data that main sent afterwards
 * is drawn. The person keeps the screen and what they were typing (`state/preserved-state.ts`). Main waits for our confirmation, and
 * reloads the page when it does not arrive.
 */

import type { Settings } from '@shared/program/settings.js'
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import { attempt, ignoreEarlierResponses, subscribe } from '../bridge.js'
import { resetFeeds } from '../state/feed.js'
import { goTo, useRoute, type WindowRoute } from '../state/navigation.js'
import { readInfoAgain, usePreferences } from '../state/preferences.js'
import {
  capturePreservedState,
  type RequestRedaction,
  redactPreservedState,
  restorePreservedState,
} from '../state/preserved-state.js'
import { captureViewState } from './view-state.js'

export interface PageReset {
  /** How often the page was reset. Used as a React key, so that nothing drawn before a reset is reused. */
  readonly times: number
  /** Data from before the reset may not be drawn. */
  readonly isResetting: boolean
}

export const usePageReset = create<PageReset>(() => ({ times: 0, isResetting: false }))

type Wanted = Pick<Settings, 'streamSafe' | 'streamNames'>

/** The redaction settings. Another name changes the marks of the others. */
const redactionOf = ({ streamSafe, streamNames }: Wanted): string =>
  streamSafe ? `on ${streamNames.join('\n')}` : 'off'

const requestRedaction: RequestRedaction = async (texts) => {
  const answer = await attempt('stream:page-reset', { texts })
  return answer.ok ? answer.value.map(({ text }) => text) : texts.map(() => null)
}

/** The id of a name or an address is redacted too. */
const redactedPlace = async ({ about, ...place }: WindowRoute): Promise<WindowRoute> => {
  if (about === undefined) return place
  const [entry] = await redactPreservedState(new Map([['about', about]]), false, requestRedaction)
  const [, now] = entry ?? []
  return typeof now === 'string' ? { ...place, about: now } : place
}

const resetPage = async (streamSafe: boolean, forget: () => void): Promise<void> => {
  const { times } = usePageReset.getState()
  const mine = times + 1
  const restoreViewState = captureViewState()
  const place = useRoute.getState()
  const preserved = capturePreservedState()
  flushSync(() => usePageReset.setState({ times: mine, isResetting: true }))
  ignoreEarlierResponses()
  // Sent before the many requests whose responses main redacts: main waits for it.
  const redacting = Promise.all([redactPreservedState(preserved, streamSafe, requestRedaction), redactedPlace(place)])
  forget()
  const [[redacted, route]] = await Promise.all([redacting, readInfoAgain().catch(() => undefined)])
  // Switched back meanwhile: data for one mode must not be used in the other.
  if (usePageReset.getState().times !== mine) return
  if (useRoute.getState() === place) goTo(route)
  restorePreservedState(redacted)
  usePageReset.setState({ isResetting: false })
  requestAnimationFrame(restoreViewState)
}

/**
 * Subscribes to the switch before anything else subscribes to the settings.
 *
 * @param forget discards the data that no feed holds, and requests it again
 */
export const followSwitch = (forget: () => void): void => {
  // The form of the stored input was closed.
  useRoute.subscribe(() => restorePreservedState([]))
  subscribe('settings:changed', ({ settings }) => {
    const isNew = redactionOf(settings) !== redactionOf(usePreferences.getState().settings)
    if (!isNew) return
    // The page is not drawn yet: its requests would never resolve.
    if (document.querySelector('.frame:not([data-placeholder])') === null) window.location.reload()
    else
      void resetPage(settings.streamSafe, () => {
        resetFeeds()
        forget()
      })
  })
}
