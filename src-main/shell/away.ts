/**
 * Away: nobody sits at the desk.
 *
 * Guards invariant 2: a locked screen and a computer that sleeps say no to everything that is open.
 */
import { powerMonitor } from 'electron'
import type { Approvals } from '../gateway/approvals.js'
import type { Consents } from '../gateway/consents.js'

export function denyWhenAway(approvals: Pick<Approvals, 'denyAll'>, consents: Pick<Consents, 'declineAll'>): void {
  const deny = (why: string) => () => {
    approvals.denyAll(why)
    consents.declineAll()
  }
  powerMonitor.on('lock-screen', deny('desktop: locked the screen'))
  powerMonitor.on('suspend', deny('desktop: went to sleep'))
}
