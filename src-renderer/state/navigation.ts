/** Navigation: the current screen and what is shown on it. Every navigation uses this module. */
import { create } from 'zustand'

export type ScreenName =
  | 'welcome'
  | 'home'
  | 'approvals'
  | 'servers'
  | 'capabilities'
  | 'clients'
  | 'audit'
  | 'undo'
  | 'settings'

/** The tabs of the page of one server. */
export const serverTabs = ['overview', 'actions', 'building', 'backups', 'connection'] as const
export type ServerTab = (typeof serverTabs)[number]

export interface WindowRoute {
  readonly screen: ScreenName
  /** Id of what is to be open there: of a server, a client, a request, a capability, a section. */
  readonly about?: string
  /** The form that adds one is to be open. */
  readonly adding?: boolean
  /**
   * A tab of the screen other than its first: `services` of `servers`, `rules` of `approvals`, the others of the page of
   * one server.
   */
  readonly tab?: 'services' | 'rules' | Exclude<ServerTab, 'overview'>
  /** Id of a server whose set-up is to be shown. */
  readonly setUp?: string
}

const storageKey = 'screen'

/** A page that is loaded again, because stream-safe mode was switched or the page died, opens on the same screen. */
const store = typeof sessionStorage === 'undefined' ? undefined : sessionStorage
const before = store?.getItem(storageKey)

export const useRoute = create<WindowRoute>(() => (before ? JSON.parse(before) : { screen: 'home' }))

/** Without ids: they are other ones in stream-safe mode. A section of the settings is none. */
const lastingPart = ({ screen, tab, about }: WindowRoute): WindowRoute => ({
  screen,
  ...(tab !== undefined && { tab }),
  ...(screen === 'settings' && about !== undefined && { about }),
})

useRoute.subscribe((route) => store?.setItem(storageKey, JSON.stringify(lastingPart(route))))

export const goTo = (route: WindowRoute): void => useRoute.setState(route, true)

/** The tab of a server's page that a route names. */
export const serverTabOf = (tab: WindowRoute['tab']): ServerTab => serverTabs.find((one) => one === tab) ?? 'overview'

export const goToServer = (about: string, tab: ServerTab = 'overview'): void =>
  goTo({ screen: 'servers', about, ...(tab !== 'overview' && { tab }) })

/** @param about id of a rule, a client or a server whose rules are to be shown */
export const goToRules = (about?: string): void =>
  goTo({ screen: 'approvals', tab: 'rules', ...(about !== undefined && { about }) })

export const goToPeople = (): void => goTo({ screen: 'settings', about: 'people' })
