/** Compose desktop: the program with the keys and tokens of the system's credential store. */
import { app, powerMonitor } from 'electron'
import { compose } from '../compose/compose.js'
import type { Composed } from '../compose/composed.js'
import { keptSecrets } from '../compose/kept-secrets.js'
import type { ProgramLog } from '../storage/log/program-log.js'
import { systemClock } from '../storage/system-clock.js'
import { watchForAbsence } from './system/absence.js'
import type { openSafeStorage } from './system/safe-storage.js'

export interface DesktopComposition {
  readonly profile: string
  readonly log: ProgramLog
  readonly secrets: ReturnType<typeof openSafeStorage>
  /** In safe mode, services start when a person connects. */
  readonly deferServices: boolean
}

export function composeDesktop({ profile, log, secrets, deferServices }: DesktopComposition): Promise<Composed> {
  return compose({
    profile,
    log,
    deferServices,
    otherClients: 'ask',
    isAway: watchForAbsence(powerMonitor, systemClock),
    locale: () => app.getLocale(),
    ...keptSecrets(secrets),
  })
}
