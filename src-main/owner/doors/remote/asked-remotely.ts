/** Asked remotely: what people in windows on other computers are asked about, by their role. */
import { includesRole } from '@shared/clients/person-role.js'
import type { InputRequests } from '../../../gateway/approvals/input-requests.js'
import type { Consents } from '../../../gateway/clients/consents.js'
import type { KeylessClients } from '../../../gateway/clients/keyless-clients.js'
import type { Approvers } from '../../../gateway/ports/approvers.js'
import type { AskedRemotely } from './attendance.js'

export interface AskedParts {
  readonly approvals: Pick<Approvers, 'attach' | 'open' | 'release' | 'onDidClose'>
  readonly inputs: Pick<InputRequests, 'attach' | 'open' | 'onDidClose'>
  readonly consents: Pick<Consents, 'attach' | 'open' | 'onDidClose'>
  readonly keyless: Pick<KeylessClients, 'attach'>
}

/** Moderators are asked about actions, owners also by services and about programs that want to connect. */
export const askedRemotely = ({ approvals, inputs, consents, keyless }: AskedParts): AskedRemotely => ({
  attach(person) {
    const attached = [
      ...(includesRole(person.role, 'moderator') ? [approvals.attach(person)] : []),
      ...(includesRole(person.role, 'owner') ? [inputs.attach(), consents.attach(), keyless.attach()] : []),
    ]
    return () => {
      for (const detach of attached) detach()
    }
  },
  open: () => [...approvals.open(), ...inputs.open(), ...consents.open()].map(({ id }) => id),
  onDidClose(listener) {
    const endings = [
      approvals.onDidClose(({ approvalId }) => listener({ id: approvalId })),
      inputs.onDidClose(listener),
      consents.onDidClose(listener),
    ]
    return () => {
      for (const end of endings) end()
    }
  },
  release: (id, person) => void approvals.release(id, person),
})
