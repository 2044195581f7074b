/** RCON failures: failed connections and commands as errors of the catalogue, with a suggestion for a person. */
import { GatewayError } from '@contract/gateway-error.js'
import {
  type NetworkProblem,
  needsPerson,
  networkProblemOf,
  networkProblems,
  type ProblemTable,
  Unavailable,
  wrongPeer,
} from '../connection-failure.js'

/** Why RCON is not connected. `details.reason` of the error. */
export type RconProblem =
  | NetworkProblem
  | 'closed-at-login'
  | 'no-login-reply'
  | 'not-rcon'
  | 'wrong-password'
  | 'public-address'

const descriptions: ProblemTable<RconProblem> = {
  ...networkProblems({
    address: 'this address and port',
    server: 'the server',
    port: 'the RCON port',
    check: 'Check that enable-rcon is true and the port is the one of rcon.port.',
  }),
  'closed-at-login': wrongPeer(
    'The other side closed the connection instead of answering the RCON login.',
    'Check that the port is the one of rcon.port, and not the port players use.',
  ),
  'no-login-reply': wrongPeer(
    'The other side accepts connections but does not answer the RCON login.',
    'Check that the port is the one of rcon.port. If it is, restart the server.',
  ),
  'not-rcon': wrongPeer(
    'The program at this port does not speak RCON.',
    'Check that the port is the one of rcon.port in server.properties.',
  ),
  'wrong-password': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The RCON password is wrong.',
    'Copy rcon.password from server.properties and enter it again.',
  ),
  'public-address': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'RCON is not encrypted, and this address is on the internet.',
    'Use a VPN or an SSH tunnel, or confirm that the password may cross the internet as plain text.',
  ),
}

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
export class RconUnavailable extends Unavailable<RconProblem> {
  constructor(problem: RconProblem, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    const { details = {} } = options
    const message = typeof details.port === 'number' ? wordsAbout(details, details.port) : undefined
    const answered = message !== undefined && { message, suggestion: enterRconPort, hasProviderText: true }
    super(descriptions, problem, { ...options, ...answered })
  }
}

/** The problem for a socket error before the connection. */
export function problemOfSocket(error: unknown): RconProblem {
  const code = (error as NodeJS.ErrnoException)?.code
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'closed-at-login'
  if (code === 'ECONNABORTED') return 'lost'
  return networkProblemOf(error) ?? 'unreachable'
}

export const abortedBeforeCommand = (): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The caller stopped waiting before the command was sent.',
    suggestion: 'Call again if it is still needed.',
    details: { reason: 'aborted' },
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
