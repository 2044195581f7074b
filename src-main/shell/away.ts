/**
 * Away: nobody sits at the desk.
 *
 * Guards invariant 2: a locked screen and a computer that sleeps say no to everything that is open.
 */
import { powerMonitor } from 'electron'
import type { Approvals } from '../gateway/approvals.js'

export function denyWhenAway(approvals: Pick<Approvals, 'denyAll'>): void {
  powerMonitor.on('lock-screen', () => approvals.denyAll('desktop: locked the screen'))
  powerMonitor.on('suspend', () => approvals.denyAll('desktop: went to sleep'))
}
