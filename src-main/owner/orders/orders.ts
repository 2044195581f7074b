/** Orders: what each row of the table does in a desktop program. Only connects them with the parts of the program. */
import { Practice } from '../../gateway/practice.js'
import { createJavaTrial } from '../servers/java-check.js'
import { type JavaSetUps, rconPortsOf } from '../servers/java-set-ups.js'
import type { SettingsTransfer } from '../settings-transfer.js'
import type { Orders } from '../table/table.js'
import { practiceOrders } from './approvals.js'
import { type ConnectDependencies, connectOrders, FreshKey } from './clients.js'
import { streamOrders } from './features.js'
import { type DesktopHelp, type OwnerParts, ordersEverywhere } from './orders-everywhere.js'
import { type GatewayAccess, gatewayOrders } from './people.js'
import {
  type AppFacts,
  appOrders,
  type CrashAccess,
  crashOrders,
  type DesktopAccess,
  desktopOrders,
  type UpdateAccess,
  updateOrders,
} from './program.js'
import type { ServiceDesktop } from './services.js'
import { type JavaOrdersDependencies, javaOrders } from './set-up.js'
import { type ReportOrdersDependencies, reportOrders } from './trail.js'

/** What only a desktop has: a window, a pop-up, a clipboard, dialogs, and programs that open files and pages. */
export interface DesktopParts extends DesktopHelp {
  readonly services: ServiceDesktop
  readonly app: AppFacts
  readonly settingsTransfer: SettingsTransfer
  readonly desktop: DesktopAccess
  readonly crash: Omit<CrashAccess, 'copy'>
  readonly updates: UpdateAccess
  readonly gateways: GatewayAccess
  readonly openReleases: () => Promise<void>
  readonly chooseReport: ReportOrdersDependencies['chooseFile']
  readonly java: Pick<JavaOrdersDependencies, 'search' | 'chooseFolder'> & { readonly setUps: JavaSetUps }
  readonly connections: ConnectDependencies['connections']
  readonly switchStream: (on: boolean) => Promise<'switched' | 'kept' | 'unsaved'>
}

export function createOrders(parts: OwnerParts, desktop: DesktopParts): Orders {
  const { gateway, settings, clock, log, stream } = parts
  const { copy } = desktop
  const fresh = new FreshKey()
  return {
    ...ordersEverywhere(parts, desktop, fresh),
    ...practiceOrders(new Practice(gateway)),
    ...javaOrders({
      ...desktop.java,
      registry: gateway.registry,
      copy,
      takenPorts: () => rconPortsOf(settings.get().servers),
      tryNew: createJavaTrial({ clock, log }),
    }),
    ...reportOrders({
      audit: parts.audit,
      settings,
      language: () => stream.language,
      profile: parts.profile,
      chooseFile: desktop.chooseReport,
    }),
    ...connectOrders({ connections: desktop.connections, fresh, copy }),
    ...streamOrders(desktop.switchStream),
    ...desktopOrders(desktop.desktop),
    ...gatewayOrders(desktop.gateways),
    ...updateOrders(desktop.updates, desktop.openReleases),
    ...crashOrders({ ...desktop.crash, copy }, clock, log),
    ...appOrders(desktop.app, settings, desktop.settingsTransfer),
  }
}
