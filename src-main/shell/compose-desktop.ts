/** Compose desktop: the program with the keys and tokens of the system's credential store. */
import { app, powerMonitor } from 'electron'
import { compose } from '../compose/compose.js'
import type { Composed } from '../compose/composed.js'
import { serviceSecretPrefix } from '../connect/import/service-imports.js'
import { chatSecretOf } from '../owner/orders/features.js'
import type { ProgramLog } from '../storage/log/program-log.js'
import { systemClock } from '../storage/system-clock.js'
import { watchForAbsence } from './system/absence.js'
import { auditKeyOf, chatKeyIn } from './system/audit-key.js'
import type { openSafeStorage } from './system/safe-storage.js'

export interface DesktopComposition {
  readonly profile: string
  readonly log: ProgramLog
  readonly secrets: ReturnType<typeof openSafeStorage>
  /** In safe mode, services start when a person connects. */
  readonly deferServices: boolean
}

export function composeDesktop({ profile, log, secrets, deferServices }: DesktopComposition): Promise<Composed> {
  const auditKey = auditKeyOf(secrets)
  return compose({
    profile,
    log,
    deferServices,
    otherClients: 'ask',
    isAway: watchForAbsence(powerMonitor, systemClock),
    locale: () => app.getLocale(),
    chatKey: chatKeyIn(secrets),
    xiaozhiAddresses: secrets,
    streamingSecrets: secrets,
    telemetryHeaders: secrets,
    chatKeyFor: (origin) => secrets.get(chatSecretOf(origin)),
    serviceSecretOf: (name) => secrets.get(serviceSecretPrefix + name),
    serviceTokens: secrets,
    ...(auditKey && { auditKey }),
  })
}
