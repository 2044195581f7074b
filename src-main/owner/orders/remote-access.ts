/**
 * Orders about the door for people on other computers.
 *
 * Guards invariant 6: whoever can type a command on this computer, as an AI with a shell can, invites nobody where a
 * person answers already. Only the first owner of a program without a window is invited there.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { NewInvitation, RemoteView } from '@shared/remote/door-state.js'
import type { OrdersAbout, Payload } from '../table/table.js'
import { personOf } from './giver.js'

/** The methods throw a `GatewayError`. */
export interface RemoteAccessControl {
  readonly view: RemoteView
  /** Whether somebody is an owner besides the person at this computer. */
  readonly hasOwner: boolean
  switch(change: Payload<'remote:switch'>): Promise<RemoteView>
  invite(invitee: Payload<'remote:invite'>, by: Person): NewInvitation
  readonly invitations: { cancel(): void }
}

export interface RemoteOrdersDependencies {
  readonly access: RemoteAccessControl
  readonly stream: { readonly on: boolean }
  /** Whether somebody can answer at this computer. */
  readonly hasWindow: boolean
}

export const remoteOrders = ({ access, stream, hasWindow }: RemoteOrdersDependencies): OrdersAbout<'remote'> => ({
  'remote:state': () => access.view,
  'remote:switch': (change) => access.switch(change),
  'remote:invite': (invitee, giver) => {
    if (giver === 'command-line') {
      if (hasWindow || access.hasOwner) throw inviteInWindow()
      return access.invite({ ...invitee, role: 'owner' }, personOf(giver))
    }
    if (typeof giver === 'string' && stream.on) throw codeHidden()
    return access.invite(invitee, personOf(giver))
  },
  'remote:cancel': () => access.invitations.cancel(),
})

const inviteInWindow = (): GatewayError =>
  new GatewayError('PERMISSION.DENIED', {
    message: 'This gateway has an owner already, who invites others.',
    suggestion: 'Open Settings → People in the window of an owner, and invite them there.',
  })

const codeHidden = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'A pairing code is hidden in stream-safe mode.',
    suggestion: 'Turn stream-safe mode off first.',
  })
