/** Errors of a link to a gateway on another computer: what happened, then what to do. */
import type { ErrorCode } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { GatewayProblem } from '@shared/remote/gateway.js'

const texts: Readonly<Record<GatewayProblem, readonly [ErrorCode, string, string]>> = {
  unreachable: [
    'SYSTEM.SERVICE_UNAVAILABLE',
    'Nothing answers at this address.',
    'Check the address, that Gatehouse runs there, and that it accepts windows of other computers.',
  ],
  'no-gatehouse': [
    'PROTOCOL.INVALID_RESPONSE',
    'What answers at this address is not a Gatehouse for windows of other computers.',
    'Check the address and the port.',
  ],
  'bad-address': [
    'PROTOCOL.INVALID_REQUEST',
    'This is not an address.',
    'Enter a name or an IP address, with a port if it is not 8797: nas.local:8797.',
  ],
  'bad-code': [
    'PROTOCOL.INVALID_REQUEST',
    'This is not a pairing code.',
    'Enter all 20 characters of the code, for example ABCDE-FGHJK-MNPQR-STVWX.',
  ],
  'wrong-code': ['AUTH.TOKEN_INVALID', 'The gateway does not accept this code.', 'Create a new code there.'],
  'added-already': ['PROTOCOL.INVALID_REQUEST', 'This gateway was added already.', 'Open it from the list.'],
  'other-certificate': [
    'AUTH.CERTIFICATE_CHANGED',
    'Another program answers at this address: its certificate is not the one of this gateway. Nothing was sent.',
    'Check the address. If the gateway has a new certificate, create a new code there and add it again.',
  ],
  'expired-certificate': [
    'AUTH.CERTIFICATE_CHANGED',
    'The certificate of this gateway is not valid today. Nothing was sent.',
    'Check the date of both computers, then restart the gateway.',
  ],
  'other-version': [
    'PROTOCOL.VERSION_MISMATCH',
    'This gateway has another version.',
    'Install the same version of Gatehouse on both computers.',
  ],
  'other-gateway': [
    'AUTH.UNAUTHORIZED',
    'Another gateway answers at this address.',
    'Check the address, or add that gateway with a code of its own.',
  ],
  revoked: [
    'AUTH.UNAUTHORIZED',
    'This computer is not allowed at this gateway any more.',
    'Ask an owner there for a new code, then add the gateway again.',
  ],
  forgotten: [
    'AUTH.UNAUTHORIZED',
    'This computer has no key for this gateway any more, because the system has no credential store.',
    'Create a new code at the gateway, then add it again.',
  ],
  lost: [
    'SYSTEM.SERVICE_UNAVAILABLE',
    'No connection to this gateway. Nothing was sent.',
    'Requests there are denied when their time ends. Try again when the connection is back.',
  ],
  restarted: [
    'SYSTEM.TIMEOUT',
    'The gateway restarted before it replied.',
    'Check the log there before you try again.',
  ],
  unanswered: [
    'SYSTEM.TIMEOUT',
    'The connection was lost before the gateway replied.',
    'Check the log there before you try again: it may have been done.',
  ],
}

export function gatewayError(problem: GatewayProblem): GatewayError {
  const [code, message, suggestion] = texts[problem]
  return new GatewayError(code, { message, suggestion, details: { gateway: problem } })
}
