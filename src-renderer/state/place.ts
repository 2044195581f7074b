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
}

export const usePlace = create<Place>(() => ({ screen: 'live' }))

export const goTo = (place: Place): void => usePlace.setState(place, true)
