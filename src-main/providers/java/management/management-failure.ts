/** Management failures: why the management server is not connected, with a message and a suggestion for a person. */
import type { ErrorCode } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { RetryTrigger, SessionProblem } from '../reconnecting-session.js'

/** `details.reason` of the error. */
export type ManagementProblem =
  | 'refused'
  | 'unknown-host'
  | 'unreachable'
  | 'no-connection-in-time'
  | 'wrong-secret'
  | 'not-management'
  | 'server-without-tls'
  | 'server-with-tls'
  | 'public-address'
  | 'lost'

interface ProblemDescription {
  readonly code: ErrorCode
  readonly message: string
  readonly suggestion: string
  readonly retry: RetryTrigger
}

const descriptions: Readonly<Record<ManagementProblem, ProblemDescription>> = {
  refused: {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'Nothing accepts connections at the management address.',
    suggestion: 'Start the server. Check management-server-enabled and management-server-port in server.properties.',
    retry: 'growing',
  },
  'unknown-host': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The host name of the management address is unknown.',
    suggestion: 'Check the spelling of the address.',
    retry: 'growing',
  },
  unreachable: {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The network cannot reach the management address.',
    suggestion: 'Check the address and the network connection of this computer.',
    retry: 'growing',
  },
  'no-connection-in-time': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The management address did not respond in time.',
    suggestion: 'Check that the computer is on and that its firewall allows the management port.',
    retry: 'growing',
  },
  'wrong-secret': {
    code: 'AUTH.TOKEN_INVALID',
    message: 'The management secret is wrong.',
    suggestion: 'Copy management-server-secret from server.properties and enter it again.',
    retry: 'never',
  },
  'not-management': {
    code: 'PROTOCOL.INVALID_RESPONSE',
    message: 'The program at this port is not a Minecraft management server.',
    suggestion: 'Check that the port is the one of management-server-port in server.properties.',
    retry: 'slow',
  },
  'server-without-tls': {
    code: 'PROTOCOL.INVALID_RESPONSE',
    message: 'The management server does not use TLS.',
    suggestion: 'Use an address that starts with ws:, or set up a keystore and management-server-tls-enabled.',
    retry: 'slow',
  },
  'server-with-tls': {
    code: 'PROTOCOL.INVALID_RESPONSE',
    message: 'The management server uses TLS.',
    suggestion: 'Use an address that starts with wss:.',
    retry: 'slow',
  },
  'public-address': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: 'This address is on the internet, and ws: is not encrypted.',
    suggestion: 'Use wss:, or confirm that the secret may cross the internet as plain text.',
    retry: 'never',
  },
  lost: {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The management server closed the connection.',
    suggestion: 'If the server restarts, wait until it is back.',
    retry: 'growing',
  },
}

/** The management server is not connected; carries the reason. */
export class ManagementUnavailable extends GatewayError {
  readonly problem: ManagementProblem

  constructor(problem: ManagementProblem, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    const { code, message, suggestion } = descriptions[problem]
    super(code, { message, suggestion, details: { reason: problem, ...options.details }, cause: options.cause })
    this.problem = problem
  }
}

/** Converts an error that prevented or ended a session. An untrusted certificate waits for a person's decision. */
export function linkProblemOf(thrown: unknown): SessionProblem {
  if (thrown instanceof ManagementUnavailable) return { error: thrown, retry: descriptions[thrown.problem].retry }
  if (thrown instanceof GatewayError) {
    return { error: thrown, retry: thrown.code.startsWith('AUTH.') ? 'never' : 'growing' }
  }
  return { error: new ManagementUnavailable('lost', { cause: thrown }), retry: 'growing' }
}

/** Why the WebSocket did not open, from the error of `ws` or the socket. */
export function openingProblemOf(error: Error, isSecure: boolean): GatewayError {
  if (error instanceof GatewayError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return new ManagementUnavailable(problemOfCode(code, error.message, isSecure), { cause: error })
}

function problemOfCode(code: string, message: string, isSecure: boolean): ManagementProblem {
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host'
  if (code === 'ETIMEDOUT' || message.includes('handshake has timed out')) return 'no-connection-in-time'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'unreachable'
  if (isSecure && (code.startsWith('ERR_SSL') || code === 'EPROTO')) return 'server-without-tls'
  return 'not-management'
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

export const closedDuringCall = (method: string): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The connection closed before the response came. The action may have run.',
    suggestion: 'Read the state of the server before trying again.',
    details: { reason: 'closed-during-call', method, mayHaveRun: true },
  })

export const noResponseInTime = (method: string, timeoutMs: number): GatewayError =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The server did not respond in time. The action may have run.',
    details: { reason: 'no-response', method, timeoutMs, mayHaveRun: true },
  })

export const callAborted = (method: string): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The caller stopped waiting. The action may have run.',
    suggestion: 'Read the state of the server before trying again.',
    details: { reason: 'aborted', method, mayHaveRun: true },
  })
