/**
 * Away: no person is at the computer.
 *
 * Guards invariant 2: a locked screen and a computer that sleeps say no to everything that is open.
 */
import { powerMonitor } from 'electron'
import { GatewayError } from '../contract/gateway-error.js'
import type { Approvals } from '../gateway/approvals.js'
import type { Consents } from '../gateway/consents.js'
import type { InputRequests } from '../gateway/input-requests.js'

export interface OpenQuestions {
  readonly approvals: Pick<Approvals, 'denyAll'>
  readonly inputs: Pick<InputRequests, 'declineAll'>
}

/** What the pop-up shows. @param why as the audit trail names it */
export function denyAllOpen({ approvals, inputs }: OpenQuestions, why: string): void {
  approvals.denyAll(why)
  inputs.declineAll(new GatewayError('RISK.APPROVAL_REJECTED'))
}

export function denyWhenAway(open: OpenQuestions, consents: Pick<Consents, 'declineAll'>): void {
  const deny = (why: string) => () => {
    denyAllOpen(open, why)
    consents.declineAll()
  }
  powerMonitor.on('lock-screen', deny('desktop: locked the screen'))
  powerMonitor.on('suspend', deny('desktop: went to sleep'))
}
