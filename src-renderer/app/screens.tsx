/** Screens: which there are, in the order of the rail. Adding one is a folder under `features/` and a line here. */
import type { ReactNode } from 'react'
import { isServiceId } from '../../src-main/contract/service.js'
import { ApprovalsScreen } from '../features/approvals/approvals-screen.js'
import { RulesScreen } from '../features/approvals/rules/rules-screen.js'
import { AuditScreen } from '../features/audit/audit-screen.js'
import { CapabilitiesScreen } from '../features/capabilities/capabilities-screen.js'
import { ClientsScreen } from '../features/clients/clients-screen.js'
import { LiveScreen } from '../features/live/live-screen.js'
import { OnboardingScreen } from '../features/onboarding/onboarding-screen.js'
import { AddInPlace } from '../features/servers/add/add-in-place.js'
import { Review } from '../features/servers/review.js'
import { ServerProblem } from '../features/servers/server-problem.js'
import { ServersScreen } from '../features/servers/servers-screen.js'
import { ServicesScreen } from '../features/servers/services/services-screen.js'
import { SettingsScreen } from '../features/settings/settings-screen.js'
import { UndoScreen } from '../features/undo/undo-screen.js'
import type { Place, ScreenName } from '../state/place.js'
import type { IconName } from '../ui/icon-paths.js'

export interface ScreenEntry {
  readonly icon: IconName
  /** Stands apart, at the foot of the rail. */
  readonly apart?: boolean
  /** Fills the window and is not in the rail. */
  readonly whole?: boolean
  readonly draw: (place: Place) => ReactNode
}

export const screens: Readonly<Record<ScreenName, ScreenEntry>> = {
  welcome: {
    icon: 'live',
    whole: true,
    draw: () => (
      <OnboardingScreen
        addServer={(onClose) => <AddInPlace onClose={onClose} />}
        detail={(server) => (
          <>
            <ServerProblem server={server} />
            <Review server={server} />
          </>
        )}
      />
    ),
  },
  live: { icon: 'live', draw: () => <LiveScreen /> },
  approvals: {
    icon: 'shield',
    draw: ({ tab, about }) => (tab === 'rules' ? <RulesScreen about={about} /> : <ApprovalsScreen />),
  },
  servers: {
    icon: 'server',
    draw: ({ adding = false, about, setUp, tab }) =>
      tab === 'services' || isServiceId(about ?? '') ? (
        <ServicesScreen adding={adding} about={about} />
      ) : (
        <ServersScreen adding={adding} about={about} setUp={setUp} />
      ),
  },
  capabilities: { icon: 'note', draw: ({ about }) => <CapabilitiesScreen about={about} /> },
  clients: { icon: 'key', draw: ({ about, adding }) => <ClientsScreen about={about} adding={adding === true} /> },
  audit: { icon: 'history', draw: ({ about }) => <AuditScreen about={about} /> },
  undo: { icon: 'undo', draw: () => <UndoScreen /> },
  settings: { icon: 'settings', apart: true, draw: ({ about }) => <SettingsScreen about={about} /> },
}

/** Those of the rail. */
export const screenNames = (Object.keys(screens) as readonly ScreenName[]).filter((name) => !screens[name].whole)
