/** RCON failures: failed connections and commands as errors of the catalogue, with a suggestion for a person. */
import type { ErrorCode } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { RetryTrigger } from '../reconnecting-session.js'

/** Why RCON is not connected. `details.reason` of the error. */
export type RconProblem =
  | 'refused'
  | 'unknown-host'
  | 'unreachable'
  | 'no-connection-in-time'
  | 'closed-at-login'
  | 'no-login-reply'
  | 'not-rcon'
  | 'wrong-password'
  | 'public-address'
  | 'lost'

interface ProblemDescription {
  readonly code: ErrorCode
  readonly message: string
  readonly suggestion: string
  readonly retry: RetryTrigger
}

const descriptions: Readonly<Record<RconProblem, ProblemDescription>> = {
  refused: {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'Nothing accepts connections at this address and port.',
    suggestion: 'Start the server. Check that enable-rcon is true and the port is the one of rcon.port.',
    retry: 'growing',
  },
  'unknown-host': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'This host name is unknown.',
    suggestion: 'Check the spelling of the address.',
    retry: 'growing',
  },
  unreachable: {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The network cannot reach this address.',
    suggestion: 'Check the address and the network connection of this computer.',
    retry: 'growing',
  },
  'no-connection-in-time': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The address did not respond in time.',
    suggestion: 'Check that the computer is on and that its firewall allows the RCON port.',
    retry: 'growing',
  },
  'closed-at-login': {
    code: 'PROTOCOL.INVALID_RESPONSE',
    message: 'The other side closed the connection instead of answering the RCON login.',
    suggestion: 'Check that the port is the one of rcon.port, and not the port players use.',
    retry: 'slow',
  },
  'no-login-reply': {
    code: 'PROTOCOL.INVALID_RESPONSE',
    message: 'The other side accepts connections but does not answer the RCON login.',
    suggestion: 'Check that the port is the one of rcon.port. If it is, restart the server.',
    retry: 'slow',
  },
  'not-rcon': {
    code: 'PROTOCOL.INVALID_RESPONSE',
    message: 'The program at this port does not speak RCON.',
    suggestion: 'Check that the port is the one of rcon.port in server.properties.',
    retry: 'slow',
  },
  'wrong-password': {
    code: 'AUTH.TOKEN_INVALID',
    message: 'The RCON password is wrong.',
    suggestion: 'Copy rcon.password from server.properties and enter it again.',
    retry: 'never',
  },
  'public-address': {
    code: 'PROTOCOL.INVALID_REQUEST',
    message: 'RCON is not encrypted, and this address is on the internet.',
    suggestion: 'Use a VPN or an SSH tunnel, or confirm that the password may cross the internet as plain text.',
    retry: 'never',
  },
  lost: {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The server closed the connection.',
    suggestion: 'If the server restarts, wait until it is back.',
    retry: 'growing',
  },
}

export const retryOf = (problem: RconProblem): RetryTrigger => descriptions[problem].retry

const enterRconPort = 'Enter the RCON port. It is usually 25575, under rcon.port in server.properties.'

/** What responds at the port instead of RCON. The greeting of a program is untrusted text. */
function wordsAbout({ service, version, greeting }: Record<string, unknown>, port: number): string | undefined {
  switch (service) {
    case 'minecraft':
      return `Port ${port} is the port players use (${version}), not the RCON port.`
    case 'http':
      return `A web server uses port ${port}.`
    case 'tls':
      return `The program on port ${port} uses TLS. RCON does not.`
    case 'greets':
      return `Another program uses port ${port}. It says: ${greeting}`
    default:
      return undefined
  }
}

/** RCON is not connected; carries the reason. */
export class RconUnavailable extends GatewayError {
  readonly problem: RconProblem

  constructor(problem: RconProblem, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    const { code, message, suggestion } = descriptions[problem]
    const { details = {}, cause } = options
    const answered = typeof details.port === 'number' ? wordsAbout(details, details.port) : undefined
    super(code, {
      message: answered ?? message,
      suggestion: answered === undefined ? suggestion : enterRconPort,
      details: { reason: problem, ...details },
      hasProviderText: answered !== undefined,
      cause,
    })
    this.problem = problem
  }
}

/** The problem for a socket error before the connection. */
export function problemOfSocket(error: unknown): RconProblem {
  const code = (error as NodeJS.ErrnoException)?.code
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') return 'unknown-host'
  if (code === 'ETIMEDOUT') return 'no-connection-in-time'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'closed-at-login'
  return 'unreachable'
}

/** The command was sent with an unknown outcome: it must not be repeated automatically. */
const unknownOutcome = { mayHaveRun: true } as const

export const closedDuringCommand = (cause?: unknown): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The connection closed before the reply came. The command may have run.',
    suggestion: 'Read the state of the server before trying again.',
    details: { reason: 'closed-during-command', ...unknownOutcome },
    cause,
  })

export const noReplyInTime = (timeoutMs: number): GatewayError =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The server did not reply in time. The command may have run.',
    suggestion: 'Read the state of the server before trying again.',
    details: { reason: 'no-reply', timeoutMs, ...unknownOutcome },
  })

export const abortedDuringCommand = (): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The caller stopped waiting. The command may have run.',
    suggestion: 'Read the state of the server before trying again.',
    details: { reason: 'aborted', ...unknownOutcome },
  })

export const abortedBeforeCommand = (): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The caller stopped waiting before the command was sent.',
    suggestion: 'Call again if it is still needed.',
    details: { reason: 'aborted' },
  })

export const replyTooLarge = (bytes: number): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The reply is too large. The command may have run.',
    suggestion: 'Ask for less at once.',
    details: { reason: 'reply-too-large', limitBytes: bytes, ...unknownOutcome },
  })

/** The reply means "not logged in" although the login succeeded. The server then runs no command. */
export const loginLost = (): GatewayError =>
  new GatewayError('AUTH.UNAUTHORIZED', {
    message: 'The server asks for a new RCON login. The command did not run.',
    suggestion: 'Try again.',
    details: { reason: 'login-forgotten' },
  })

export const unsendable = (message: string, details: Record<string, unknown>): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message,
    suggestion: 'Send a shorter command of one line.',
    details,
  })

export const commandQueueFull = (waiting: number): GatewayError =>
  new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Too many commands are waiting for this server.',
    details: { waiting, retryAfterMs: 1_000 },
  })
