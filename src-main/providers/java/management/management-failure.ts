/** Management failures: why the management server is not connected, with a message and a suggestion for a person. */
import { GatewayError } from '@contract/gateway-error.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import {
  type NetworkProblem,
  needsPerson,
  networkProblemOf,
  networkProblems,
  type ProblemTable,
  Unavailable,
  wrongPeer,
} from '../connection-failure.js'
import type { SessionProblem } from '../reconnecting-connection.js'

/** `details.reason` of the error. */
export type ManagementProblem =
  | NetworkProblem
  | 'wrong-secret'
  | 'not-management'
  | 'server-without-tls'
  | 'server-with-tls'
  | 'public-address'

const descriptions: ProblemTable<ManagementProblem> = {
  ...networkProblems({
    address: 'the management address',
    server: 'the management server',
    port: 'the management port',
    check: 'Check management-server-enabled and management-server-port in server.properties.',
  }),
  'wrong-secret': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The management secret is wrong.',
    'Copy management-server-secret from server.properties and enter it again.',
  ),
  'not-management': wrongPeer(
    'The program at this port is not a Minecraft management server.',
    'Check that the port is the one of management-server-port in server.properties.',
  ),
  'server-without-tls': wrongPeer(
    'The management server does not use TLS.',
    'Use an address that starts with ws:, or set up a keystore and management-server-tls-enabled.',
  ),
  'server-with-tls': wrongPeer('The management server uses TLS.', 'Use an address that starts with wss:.'),
  'public-address': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'This address is on the internet, and ws: is not encrypted.',
    'Use wss:, or confirm that the secret may cross the internet as plain text.',
  ),
}

/** The server's own settings say so: nothing is tried again before the next connection to its computer. */
export const managementOff = new GatewayError('BUSINESS.OPERATION_FAILED', {
  message: 'The management protocol is off in server.properties, or not for that computer alone.',
  suggestion: 'Set management-server-enabled=true and management-server-host=localhost, then restart the server.',
  details: { why: 'management-off' },
})

/** The management server is not connected; carries the reason. */
export class ManagementUnavailable extends Unavailable<ManagementProblem> {
  constructor(problem: ManagementProblem, options?: { details?: Record<string, unknown>; cause?: unknown }) {
    super(descriptions, problem, options)
  }
}

/** Converts an error that prevented or ended a session. An untrusted certificate waits for a person's decision. */
export function linkProblemOf(thrown: unknown): SessionProblem {
  if (thrown instanceof ManagementUnavailable) return { error: thrown, retry: thrown.retry }
  if (thrown instanceof GatewayError) {
    const waitsForPerson = thrown === managementOff || thrown.code.startsWith('AUTH.')
    return { error: thrown, retry: waitsForPerson ? 'never' : 'growing' }
  }
  return { error: new ManagementUnavailable('lost', { cause: thrown }), retry: 'growing' }
}

/** Why the WebSocket did not open, from the error of `ws` or the socket. */
export function openingProblemOf(error: Error, isSecure: boolean): GatewayError {
  if (error instanceof GatewayError) return error
  return new ManagementUnavailable(problemOfSocket(error, isSecure), { cause: error })
}

function problemOfSocket(error: NodeJS.ErrnoException, isSecure: boolean): ManagementProblem {
  if (error.message.includes('handshake has timed out')) return 'no-connection-in-time'
  const { code = '' } = error
  if (isSecure && (code.startsWith('ERR_SSL') || code === 'EPROTO')) return 'server-without-tls'
  return networkProblemOf(error) ?? 'not-management'
}

/** The server rejected a call, with its own message. */
export const refusedByServer = (code: unknown, message: unknown, data: unknown, method: string): GatewayError => {
  const isUnknownMethod = code === -32_601
  const said = [message, data].filter((part) => typeof part === 'string').join(': ')
  return new GatewayError(isUnknownMethod ? 'PROTOCOL.CAPABILITY_NOT_FOUND' : 'BUSINESS.OPERATION_FAILED', {
    ...(said && { message: cleanText(said, 512) }),
    details: { reason: 'refused-by-server', method, ...(typeof code === 'number' && { providerCode: code }) },
    hasProviderText: true,
  })
}
