/** Place: which screen is shown, and what on it. Every screen sends a person to another through here. */
import { create } from 'zustand'

export type ScreenName =
  | 'welcome'
  | 'live'
  | 'approvals'
  | 'servers'
  | 'capabilities'
  | 'clients'
  | 'people'
  | 'rules'
  | 'audit'
  | 'undo'
  | 'settings'

export interface Place {
  readonly screen: ScreenName
  /** Id of what is to be open there: of a server, a client, a request, a capability, a section. */
  readonly about?: string
  /** The form that adds one is to be open. */
  readonly adding?: boolean
  /** The other tab of the screen. */
  readonly tab?: 'services'
  /** Id of a server whose set-up is to be shown. */
  readonly setUp?: string
}

const keptScreen = 'screen'

/** A page that is loaded again, because it would not cover itself for a stream, shows the screen that it showed. */
const store = typeof sessionStorage === 'undefined' ? undefined : sessionStorage
const before = store?.getItem(keptScreen) as ScreenName | null | undefined

export const usePlace = create<Place>(() => ({ screen: before ?? 'live' }))

usePlace.subscribe(({ screen }) => store?.setItem(keptScreen, screen))

export const goTo = (place: Place): void => usePlace.setState(place, true)
