/**
 * Panel failure: why a panel or its node does not do what Gatehouse asks, as errors of the catalogue that say what to do.
 *
 * `details.reason` is the problem, and `details.why` selects the localized text. What a panel writes is untrusted text and never part of a message.
 */
import type { ErrorCode } from '@contract/error-catalogue.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import { RefusedAddress } from '../../../../network/checked-fetch.js'
import {
  type NetworkProblem,
  needsPerson,
  networkProblemOf,
  networkProblems,
  type ProblemDescription,
  type ProblemTable,
  Unavailable,
  wrongPeer,
} from '../../connection-failure.js'
import type { RetryTrigger, SessionProblem } from '../../reconnecting-connection.js'

export type PanelProblem =
  | NetworkProblem
  | 'address-refused'
  | 'application-key'
  | 'backup-limit'
  | 'busy'
  | 'console-refused'
  | 'disk-full'
  | 'file-missing'
  | 'file-refused'
  | 'installing'
  | 'key-from-elsewhere'
  | 'key-missing'
  | 'list-too-large'
  | 'maintenance'
  | 'no-permission'
  | 'no-server'
  | 'node-not-accepted'
  | 'node-unreachable'
  | 'not-a-panel'
  | 'origin-refused'
  | 'other-key-use'
  | 'panel-limit'
  | 'plain-http'
  | 'restoring'
  | 'stopped'
  | 'suspended'
  | 'throttled'
  | 'ticket-limit'
  | 'transferring'
  | 'unexpected'
  | 'wrong-key'

const problem = (
  code: ErrorCode,
  message: string,
  suggestion: string,
  retry: RetryTrigger = 'slow',
): ProblemDescription => ({ code, message, suggestion, retry })

const unavailable = 'SYSTEM.SERVICE_UNAVAILABLE'

export const panelProblems: ProblemTable<PanelProblem> = {
  ...networkProblems({
    address: "the panel's address",
    server: 'the panel',
    port: 'https',
    check: 'Check the address of the panel in a browser.',
  }),
  'address-refused': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'Gatehouse does not connect to this address.',
    'Use the https address of the panel. Plain http is allowed on this computer only.',
  ),
  'application-key': needsPerson(
    'AUTH.TOKEN_INVALID',
    'This is an application key. It can change every server of the panel.',
    'Make a client key: in the panel, your account, API Credentials.',
  ),
  'backup-limit': problem(
    'BUSINESS.OPERATION_FAILED',
    'The server has as many backups as its plan allows, or made one just now.',
    'Delete an old backup in the panel, or wait ten minutes.',
  ),
  busy: problem(unavailable, 'The panel does not allow this in the present state of the server.', 'Try again later.'),
  'console-refused': problem(
    'PERMISSION.DENIED',
    'The node refuses the ticket for the console.',
    'Check that the clocks of the panel and of its node are right.',
  ),
  'disk-full': problem(
    'BUSINESS.OPERATION_FAILED',
    'The disk space of the server is used up.',
    'Delete old files or backups in the panel.',
  ),
  'file-missing': problem('BUSINESS.OPERATION_FAILED', 'The file is missing.', 'Check what is in the server folder.'),
  'file-refused': problem(
    'BUSINESS.OPERATION_FAILED',
    'The panel does not do this with the file.',
    'Try the same in the file manager of the panel, which shows the reason.',
  ),
  installing: problem(unavailable, 'The server is being installed.', 'Wait until the panel has installed it.'),
  'key-from-elsewhere': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The panel allows this key from other addresses only.',
    'Make a key without a list of allowed addresses, or add the address of this computer.',
  ),
  'key-missing': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The key of the panel is not stored on this computer.',
    'Enter it again, or make a new one: in the panel, your account, API Credentials.',
  ),
  'list-too-large': problem(
    'PROTOCOL.INVALID_RESPONSE',
    'The panel sent a longer list than Gatehouse reads.',
    'A folder may hold thousands of files. Connect the server over SFTP, which has no such limit.',
    'growing',
  ),
  maintenance: problem(unavailable, 'The host maintains the node of this server.', 'Wait until the host has finished.'),
  'no-permission': problem(
    'PERMISSION.DENIED',
    'The account of this key may not do this on the server.',
    'As the owner of the server, give the permission in details.missing to the subuser: in the panel, Users.',
  ),
  'no-server': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'The panel shows no such server to the account of this key.',
    'Choose a server from the list again. If it is missing there, add the account as a subuser of the server.',
  ),
  'node-not-accepted': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'The panel names a node that the owner has not accepted.',
    'Compare it with the address under Settings, SFTP details in the panel. Accept it if it is the same.',
  ),
  'node-unreachable': problem(
    unavailable,
    'The panel cannot reach the node on which the server runs.',
    'Wait for the host, or ask them.',
    'growing',
  ),
  'not-a-panel': wrongPeer(
    'This address sends a web page instead of data.',
    'Enter the address of the panel alone, without a path. If the host protects it against programs, ask them to allow /api.',
  ),
  'origin-refused': problem(
    'PERMISSION.DENIED',
    'The node refuses the console: its panel has another address than this one.',
    "Use the address that the browser shows in the panel, without www if it shows none. Otherwise ask the host to add it to the node's allowed_origins.",
  ),
  'other-key-use': problem(
    'BUSINESS.OPERATION_FAILED',
    'Something else changed this server with an API key since Gatehouse connected: details.actions.',
    'If that was not you, delete the key in the panel and make a new one. Activity in the panel shows when it was.',
  ),
  'panel-limit': problem(
    'SYSTEM.RATE_LIMITED',
    'The limit of requests of this account at the panel is reached.',
    'Wait a minute. Close other programs that use the same account.',
    'growing',
  ),
  'plain-http': wrongPeer(
    'The panel has no https at this port.',
    'Ask the host for the https address. On your own panel, put a program with a certificate before it, for example Caddy.',
  ),
  restoring: problem(unavailable, 'The server is being restored from a backup.', 'Wait until the panel has finished.'),
  stopped: problem(
    unavailable,
    'The server is stopped. The panel drops commands without a word, so nothing was sent.',
    'Start the server.',
    'growing',
  ),
  suspended: problem(unavailable, 'The host has suspended the server.', 'Ask the host; often an invoice is open.'),
  throttled: problem(
    'SYSTEM.RATE_LIMITED',
    'The node dropped the command, because too many were sent.',
    'Wait for details.retryAfterMs milliseconds, then try again. Close other consoles of this server.',
  ),
  'ticket-limit': problem(
    'SYSTEM.RATE_LIMITED',
    'The panel gave too many tickets for the console in one minute.',
    'Wait a minute. Close the console of this server in the browser and in other programs.',
    'growing',
  ),
  transferring: problem(
    unavailable,
    'The server is moved to another machine.',
    'Wait until the host has finished, then accept the new node.',
  ),
  unexpected: problem(
    'PROTOCOL.INVALID_RESPONSE',
    'The panel sent something that Gatehouse does not understand.',
    'Try again. If it happens again, update the panel.',
    'growing',
  ),
  'wrong-key': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The panel does not accept this key.',
    'Make a new client key: in the panel, your account, API Credentials.',
  ),
}

export class PanelUnavailable extends Unavailable<PanelProblem> {
  constructor(problem: PanelProblem, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(panelProblems, problem, { ...options, details: { why: `panel-${problem}`, ...options.details } })
  }
}

/** What prevented or ended a session with a panel, of either kind. */
export function explainPanel(thrown: unknown): SessionProblem {
  const error = asGatewayError(thrown)
  if (error instanceof Unavailable) return { error, retry: error.retry }
  const isCertificate = error.code === 'AUTH.CERTIFICATE_UNKNOWN' || error.code === 'AUTH.CERTIFICATE_CHANGED'
  return { error, retry: isCertificate ? 'never' : 'growing' }
}

/** Converts what a request or a socket throws. */
export function asPanelProblem(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  if (thrown instanceof RefusedAddress) return new PanelUnavailable('address-refused', { cause: thrown })
  return new PanelUnavailable(isPlainHttp(thrown) ? 'plain-http' : (networkProblemOf(thrown) ?? 'lost'), {
    cause: thrown,
  })
}

/** It answers a greeting of TLS with plain text. */
const isPlainHttp = (thrown: unknown): boolean =>
  ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'].includes((thrown as NodeJS.ErrnoException)?.code ?? '')

interface RefusedResponse {
  readonly status: number
  readonly body: unknown
  /** What the route needs. */
  readonly permission?: string
  readonly retryAfterMs?: number
}

/** The error of a response with a status of 400 or more. */
export function refusalOf({ status, body, permission, retryAfterMs }: RefusedResponse): PanelUnavailable {
  const about = { status, ...(permission !== undefined && { permission }) }
  switch (status) {
    case 401:
      return new PanelUnavailable('wrong-key', { details: about })
    case 403:
      if (wordsIn(body).includes('ip address')) return new PanelUnavailable('key-from-elsewhere', { details: about })
      // Wings' list of files that an egg protects.
      if (wordsIn(body).includes('denylist')) return new PanelUnavailable('file-refused', { details: about })
      return new PanelUnavailable('no-permission', { details: { ...about, missing: permission ?? 'unknown' } })
    case 404:
      // The node's own sentence, which the panel passes on.
      return new PanelUnavailable(wordsIn(body).includes('remote host') ? 'file-missing' : 'no-server', {
        details: about,
      })
    case 409:
      return new PanelUnavailable(stateIn(wordsIn(body)), { details: about })
    case 429:
      return new PanelUnavailable(permission === 'websocket.connect' ? 'ticket-limit' : 'panel-limit', {
        details: { ...about, ...(retryAfterMs && { retryAfterMs }) },
      })
    case 502:
    case 503:
    case 504:
      return new PanelUnavailable('node-unreachable', { details: about })
    default:
      if (wordsIn(body).includes('limit of') && permission === 'backup.create') {
        return new PanelUnavailable('backup-limit', { details: about })
      }
      if (wordsIn(body).includes('disk space')) return new PanelUnavailable('disk-full', { details: about })
      return new PanelUnavailable(status < 500 ? 'file-refused' : 'unexpected', { details: about })
  }
}

/** The panel's own sentences, which are English whatever language it shows. */
function stateIn(words: string): PanelProblem {
  if (words.includes('suspended')) return 'suspended'
  if (words.includes('maintenance')) return 'maintenance'
  if (words.includes('installation')) return 'installing'
  if (words.includes('restoring')) return 'restoring'
  if (words.includes('transferred')) return 'transferring'
  return 'busy'
}

/** The detail of the first error, bounded and in lower case; for comparison only. */
export function wordsIn(body: unknown): string {
  const [first] = isObject(body) && Array.isArray(body.errors) ? (body.errors as unknown[]) : []
  return isObject(first) && typeof first.detail === 'string' ? first.detail.slice(0, 500).toLowerCase() : ''
}
