/** Navigation: the current screen and what is shown on it. Every navigation uses this module. */
import { create } from 'zustand'

export type ScreenName =
  | 'welcome'
  | 'live'
  | 'approvals'
  | 'servers'
  | 'capabilities'
  | 'clients'
  | 'audit'
  | 'undo'
  | 'settings'

export interface WindowRoute {
  readonly screen: ScreenName
  /** Id of what is to be open there: of a server, a client, a request, a capability, a section. */
  readonly about?: string
  /** The form that adds one is to be open. */
  readonly adding?: boolean
  /** A tab of the screen other than its first: `services` of `servers`, `rules` of `approvals`. */
  readonly tab?: 'services' | 'rules'
  /** Id of a server whose set-up is to be shown. */
  readonly setUp?: string
}

const storageKey = 'screen'

/** A page that had to be reloaded to redact its data opens on the same screen again. */
const store = typeof sessionStorage === 'undefined' ? undefined : sessionStorage
const before = store?.getItem(storageKey) as ScreenName | null | undefined

export const useRoute = create<WindowRoute>(() => ({ screen: before ?? 'live' }))

useRoute.subscribe(({ screen }) => store?.setItem(storageKey, screen))

export const goTo = (route: WindowRoute): void => useRoute.setState(route, true)

/** @param about id of a rule, a client or a server whose rules are to be shown */
export const goToRules = (about?: string): void =>
  goTo({ screen: 'approvals', tab: 'rules', ...(about !== undefined && { about }) })

export const goToPeople = (): void => goTo({ screen: 'settings', about: 'people' })
