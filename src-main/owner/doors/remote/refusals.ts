/** Refusals: what a window on another computer gets when it is refused, or its order is. */
import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { type PersonRole, personRoles } from '@shared/clients/person-role.js'
import type { FromGateway } from '@shared/remote/wire.js'
import { type Remotely, remoteOrders } from '../../table/remote.js'

/** The last message of a connection. */
export const refusedMessage = ({ code, message, suggestion }: ContractError): string =>
  JSON.stringify({
    refused: { code, message, ...(suggestion !== undefined && { suggestion }) },
  } satisfies FromGateway)

export const malformed = () => new GatewayError('PROTOCOL.INVALID_REQUEST')

export const unknownDevice = () =>
  new GatewayError('AUTH.UNAUTHORIZED', {
    message: 'This computer is not known to this gateway.',
    suggestion: 'Ask an owner of the gateway for a new pairing code.',
  })

export const wrongCode = () =>
  new GatewayError('AUTH.TOKEN_INVALID', {
    message: 'The pairing code is wrong.',
    suggestion: 'Check it. After five wrong tries, ask for a new code.',
  })

export const notInvited = () =>
  new GatewayError('AUTH.TOKEN_EXPIRED', {
    message: 'The pairing code has expired or was used.',
    suggestion: 'Ask an owner of the gateway for a new one.',
  })

export const restarted = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'The gateway was restarted before this order arrived. Nothing was done.',
    suggestion: 'Look at the current state, then order it again.',
    details: { why: 'gateway-restarted' },
  })

export const passedOver = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This order arrived too late. It was not followed now.',
    suggestion: 'Look at the current state, then order it again.',
    details: { why: 'order-passed-over' },
  })

export const busy = () =>
  new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This window gave too many orders at once.',
    suggestion: 'Wait until some have ended.',
  })

/** @param name of the order */
export const notForRole = (role: PersonRole, name: string) => {
  const isForOthers = Object.hasOwn(remoteOrders, name) && isPersonRole(remoteOrders[name as keyof typeof remoteOrders])
  return new GatewayError('PERMISSION.DENIED', {
    message: isForOthers
      ? `You are a ${role} at this gateway, and this needs another role.`
      : 'This can only be done at the computer of the gateway.',
    suggestion: isForOthers ? 'Ask an owner of the gateway.' : 'Do it there, or ask somebody who is there.',
  })
}

const isPersonRole = (remotely: Remotely): boolean => personRoles.some((role) => role === remotely)
