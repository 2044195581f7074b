/**
 * Screens: the list of screens, in the order of the rail. To add one, add a folder under `features/` and a line here.
 *
 * The first screen is in the bundle of the window. The others are loaded when they are first shown, or when the window has
 * nothing to do.
 */

import { isServiceId } from '@shared/servers/service.js'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { HomeScreen } from '../features/home/home-screen.js'
import { type ScreenName, serverTabOf, type WindowRoute } from '../state/navigation.js'
import type { IconName } from '../ui/theme/icon-paths.js'

/** How to load what is not in the bundle of the window. */
const loads: (() => Promise<unknown>)[] = []

function later<P>(load: () => Promise<ComponentType<P>>) {
  loads.push(load)
  return lazy(async () => ({ default: await load() }))
}

/** With its tabs: switching between them must not empty the screen. */
const Approvals = later<WindowRoute>(async () => {
  const [{ ApprovalsScreen }, { RulesScreen }] = await Promise.all([
    import('../features/approvals/approvals-screen.js'),
    import('../features/approvals/rules/rules-screen.js'),
  ])
  return ({ tab, about }) => (tab === 'rules' ? <RulesScreen about={about} /> : <ApprovalsScreen />)
})
const Servers = later<WindowRoute>(async () => {
  const [{ ServersScreen }, { ServicesScreen }] = await Promise.all([
    import('../features/servers/servers-screen.js'),
    import('../features/servers/services/services-screen.js'),
  ])
  return ({ adding = false, about, setUp, tab }) =>
    tab === 'services' || isServiceId(about ?? '') ? (
      <ServicesScreen adding={adding} about={about} />
    ) : (
      <ServersScreen adding={adding} about={about} tab={serverTabOf(tab)} setUp={setUp} />
    )
})
const Onboarding = later<WindowRoute>(async () => {
  const [{ OnboardingScreen }, { AddInPlace }, { ServerProblem }, { DefaultsNote }] = await Promise.all([
    import('../features/onboarding/onboarding-screen.js'),
    import('../features/servers/add/add-in-place.js'),
    import('../features/servers/server-problem.js'),
    import('../actions/defaults-note.js'),
  ])
  return () => (
    <OnboardingScreen
      addServer={(onClose) => <AddInPlace onClose={onClose} />}
      detail={(server) => (
        <>
          <ServerProblem server={server} />
          <DefaultsNote server={server} />
        </>
      )}
    />
  )
})
const AuditScreen = later(async () => (await import('../features/audit/audit-screen.js')).AuditScreen)
const CapabilitiesScreen = later(
  async () => (await import('../features/capabilities/capabilities-screen.js')).CapabilitiesScreen,
)
const ClientsScreen = later(async () => (await import('../features/clients/clients-screen.js')).ClientsScreen)
const SettingsScreen = later(async () => (await import('../features/settings/settings-screen.js')).SettingsScreen)
const UndoScreen = later(async () => (await import('../features/undo/undo-screen.js')).UndoScreen)

/** Loads the other screens one after the other, whenever the window has nothing to do. */
export function loadScreens(at = 0): void {
  const load = loads[at]
  if (load)
    requestIdleCallback(
      () =>
        void load().then(
          () => loadScreens(at + 1),
          () => loadScreens(at + 1),
        ),
    )
}

export interface ScreenEntry {
  readonly icon: IconName
  /** Shown separately, at the bottom of the rail. */
  readonly apart?: boolean
  /** Fills the window and is not in the rail. */
  readonly whole?: boolean
  readonly draw: (place: WindowRoute) => ReactNode
}

export const screens: Readonly<Record<ScreenName, ScreenEntry>> = {
  welcome: {
    icon: 'home',
    whole: true,
    draw: (place) => <Onboarding {...place} />,
  },
  home: { icon: 'home', draw: () => <HomeScreen /> },
  approvals: {
    icon: 'shield',
    draw: (place) => <Approvals {...place} />,
  },
  servers: {
    icon: 'server',
    draw: (place) => <Servers {...place} />,
  },
  capabilities: { icon: 'note', draw: ({ about }) => <CapabilitiesScreen about={about} /> },
  clients: { icon: 'key', draw: ({ about, adding }) => <ClientsScreen about={about} adding={adding === true} /> },
  audit: { icon: 'history', draw: ({ about }) => <AuditScreen about={about} /> },
  undo: { icon: 'undo', draw: () => <UndoScreen /> },
  settings: { icon: 'settings', apart: true, draw: ({ about }) => <SettingsScreen about={about} /> },
}

/** The screens of the rail. */
export const screenNames = (Object.keys(screens) as readonly ScreenName[]).filter((name) => !screens[name].whole)
