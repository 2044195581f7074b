/** Opens updates: checks for newer versions as set, and restarts only when nothing is running. */
import type { Composed } from '../../compose/composed.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { systemClock } from '../../storage/system-clock.js'
import { countOtherRequests } from '../presence/waiting-requests.js'
import { ElectronUpdater, updateMethodOfThisCopy } from './electron-updater.js'
import { Updates } from './updates.js'

/** @param shutDown releases everything, so that the other version can start */
export function openUpdates(composed: Composed, log: Log, shutDown: () => Promise<void>): Updates {
  const { gateway, consents, keyless, settings } = composed
  let updater: ElectronUpdater | undefined
  const updates = new Updates({
    way: updateMethodOfThisCopy(),
    source: async () => {
      updater ??= await ElectronUpdater.open()
      return updater
    },
    settings: () => settings.get().updates,
    activity: () => ({
      questions: gateway.approvals.open().length + countOtherRequests(composed),
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
    keyless.onDidEnd,
  ])
    changes(() => updates.reconsider())
  return updates
}
