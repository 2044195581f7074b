/** Opens updates: looks for newer versions by what the settings say, and restarts only when nothing is going on. */
import type { Composed } from '../compose.js'
import type { Log } from '../gateway/ports.js'
import { systemClock } from '../storage/system-clock.js'
import { ElectronUpdater, wayOfThisCopy } from './electron-updater.js'
import { Updates } from './updates.js'

/** @param shutDown lets go of everything, so that another version may begin */
export function openUpdates(
  { gateway, consents, settings }: Composed,
  log: Log,
  shutDown: () => Promise<void>,
): Updates {
  let updater: ElectronUpdater | undefined
  const updates = new Updates({
    way: wayOfThisCopy(),
    source: async () => {
      updater ??= await ElectronUpdater.open()
      return updater
    },
    settings: () => settings.get().updates,
    goingOn: () => ({
      questions: gateway.approvals.open().length + gateway.inputs.open().length + consents.open().length,
      calls: gateway.calls.list().length,
    }),
    restart: () => void shutDown().then(() => updater?.install()),
    clock: systemClock,
    log,
  })
  for (const changes of [
    gateway.approvals.onDidClose,
    gateway.calls.onDidChange,
    gateway.inputs.onDidClose,
    consents.onDidClose,
  ])
    changes(() => updates.reconsider())
  return updates
}
