/**
 * Away: handles the absence of the person at the computer.
 *
 * Enforces invariant 2: locking the screen or suspending denies all open requests.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { powerMonitor } from 'electron'
import type { Approvals } from '../gateway/approvals/approvals.js'
import type { InputRequests } from '../gateway/approvals/input-requests.js'
import type { Consents } from '../gateway/clients/consents.js'

export interface OpenQuestions {
  readonly approvals: Pick<Approvals, 'denyAll'>
  readonly inputs: Pick<InputRequests, 'declineAll'>
}

/** Requests in the pop-up. @param why as the audit trail names it */
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
