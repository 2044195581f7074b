/**
 * Connection failure: why a Java server is not connected, and why a sent call has no reply, as errors of the catalogue
 * with a suggestion for a person. The same for every way to a server; each way adds the problems of its own.
 */
import type { ErrorCode } from '@contract/error-catalogue.js'
import { GatewayError, type GatewayErrorOptions } from '@contract/gateway-error.js'
import type { RetryTrigger } from './reconnecting-connection.js'

/** What fails in the same way whatever is spoken at the address. */
export type NetworkProblem = 'refused' | 'unknown-host' | 'unreachable' | 'no-connection-in-time' | 'lost'

export interface ProblemDescription {
  readonly code: ErrorCode
  readonly message: string
  readonly suggestion: string
  readonly retry: RetryTrigger
}

export type ProblemTable<Problem extends string> = Readonly<Record<Problem, ProblemDescription>>

interface Peer {
  /** As a sentence names it, for example `the management address`. */
  readonly address: string
  /** For example `the management server`. */
  readonly server: string
  readonly port: string
  /** What to check in `server.properties` when nothing accepts connections. */
  readonly check: string
}

/** The program responds or not, and a later attempt may succeed. */
export const unavailable = (message: string, suggestion: string): ProblemDescription => ({
  code: 'SYSTEM.SERVICE_UNAVAILABLE',
  message,
  suggestion,
  retry: 'growing',
})

export const networkProblems = ({ address, server, port, check }: Peer): ProblemTable<NetworkProblem> => ({
  refused: unavailable(`Nothing accepts connections at ${address}.`, `Start the server. ${check}`),
  'unknown-host': unavailable(`The host name of ${address} is unknown.`, 'Check the spelling of the address.'),
  unreachable: unavailable(
    `The network cannot reach ${address}.`,
    'Check the address and the network connection of this computer.',
  ),
  'no-connection-in-time': unavailable(
    `Nothing responded in time at ${address}.`,
    `Check that the computer is on and that its firewall allows ${port}.`,
  ),
  lost: unavailable(`The connection to ${server} closed.`, 'If the server restarts, wait until it is back.'),
})

/** Something else responds than expected: only changed settings of the server help. */
export const wrongPeer = (message: string, suggestion: string): ProblemDescription => ({
  code: 'PROTOCOL.INVALID_RESPONSE',
  message,
  suggestion,
  retry: 'slow',
})

/** Only a person can solve it. */
export const needsPerson = (
  code: 'AUTH.TOKEN_INVALID' | 'PROTOCOL.INVALID_REQUEST',
  message: string,
  suggestion: string,
): ProblemDescription => ({ code, message, suggestion, retry: 'never' })

/** A server is not reached, or its host does not do what is asked; carries the reason. */
export class Unavailable<Problem extends string> extends GatewayError {
  readonly problem: Problem
  readonly retry: RetryTrigger

  constructor(problems: ProblemTable<Problem>, problem: Problem, options: GatewayErrorOptions = {}) {
    const { code, message, suggestion, retry } = problems[problem]
    super(code, { message, suggestion, ...options, details: { reason: problem, ...options.details } })
    this.problem = problem
    this.retry = retry
  }
}

/** The problem for an error of a socket; undefined when its code belongs to no problem of the network. */
export function networkProblemOf(error: unknown): NetworkProblem | undefined {
  switch ((error as NodeJS.ErrnoException)?.code) {
    case 'ECONNREFUSED':
      return 'refused'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return 'unknown-host'
    case 'ETIMEDOUT':
      return 'no-connection-in-time'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'unreachable'
    default:
      return undefined
  }
}

/** A call was sent with an unknown outcome: it must not be repeated automatically. */
const unknownOutcome = { mayHaveRun: true } as const
const readFirst = 'Read the state of the server before trying again.'

export const closedDuringCall = (details: Record<string, unknown> = {}, cause?: unknown): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The connection closed before the reply came. The command may have run.',
    suggestion: readFirst,
    details: { reason: 'closed-during-call', ...details, ...unknownOutcome },
    cause,
  })

export const noReplyInTime = (timeoutMs: number, details: Record<string, unknown> = {}): GatewayError =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The server did not reply in time. The command may have run.',
    suggestion: readFirst,
    details: { reason: 'no-reply', ...details, timeoutMs, ...unknownOutcome },
  })

export const abortedDuringCall = (details: Record<string, unknown> = {}): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The caller stopped waiting. The command may have run.',
    suggestion: readFirst,
    details: { reason: 'aborted', ...details, ...unknownOutcome },
  })

export const replyTooLarge = (bytes: number): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The reply is too large. The command may have run.',
    suggestion: 'Ask for less at once.',
    details: { reason: 'reply-too-large', limitBytes: bytes, ...unknownOutcome },
  })
