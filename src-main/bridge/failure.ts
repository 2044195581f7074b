/**
 * Failures of the bridge: errors in plain language, each with a suggestion.
 *
 * No request ends without a response (docs/protocol.md#mcp-bridge). Codes are those of the error catalogue
 * (docs/protocol.md#errors-codes); the JSON-RPC numbers mean "internal error" and "invalid request".
 */

/** The `error` of a JSON-RPC response. */
export interface Failure {
  readonly code: number
  readonly message: string
  readonly data: { readonly code: string; readonly suggestion: string }
}

/** Carries a `Failure` to its request. */
export class BridgeError extends Error {
  override readonly name: string = 'BridgeError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

const parseError = -32700
const invalidRequest = -32600
const internalError = -32603

const unavailable = (message: string, suggestion: string): Failure => ({
  code: internalError,
  message: `${message} ${suggestion}`,
  data: { code: 'SYSTEM.SERVICE_UNAVAILABLE', suggestion },
})

const malformed = (code: number, message: string, suggestion: string): Failure => ({
  code,
  message,
  data: { code: 'PROTOCOL.INVALID_REQUEST', suggestion },
})

export const notRunning = unavailable('Gatehouse is not running.', 'Start Gatehouse, then try again.')

export const startFailed = (reason: string): Failure =>
  unavailable(`Gatehouse is not running and could not be started: ${reason}.`, 'Start Gatehouse, then try again.')

export const startTooSlow = unavailable(
  'Gatehouse was started but is not ready yet.',
  'Wait a moment, check whether its window needs an answer, then try again.',
)

export const unsafeEndpointFile = (path: string, why: string): Failure =>
  unavailable(
    `Gatehouse's key in ${path} is not used, because the file ${why}.`,
    'Quit Gatehouse, delete this file, start Gatehouse, then try again.',
  )

const noKey = (message: string, suggestion: string): Failure => ({
  code: internalError,
  message: `${message} ${suggestion}`,
  data: { code: 'AUTH.UNAUTHORIZED', suggestion },
})

const connectAgain = 'In Gatehouse, open AI clients, choose "Connect an AI" and follow the steps for this program.'

/** @param name of `--client` */
export const keyMissing = (name: string): Failure =>
  noKey(`Gatehouse has no key for the program "${name}" (--client ${name}).`, connectAgain)

export const unsafeKeyFile = (path: string, why: string): Failure =>
  noKey(`The key in ${path} is not used, because the file ${why}.`, `Delete the file. ${connectAgain}`)

export const damagedKeyFile = (path: string): Failure =>
  noKey(`The file ${path} holds no key.`, `Delete the file. ${connectAgain}`)

export const remoteUnknown = (name: string, path: string): Failure =>
  unavailable(
    `Gatehouse on this computer knows no gateway "${name}" (--gateway ${name}): ${path} is missing or damaged.`,
    'Add the gateway in Gatehouse, then connect this AI client again in its window.',
  )

export const unsafeRemoteFile = (path: string, why: string): Failure =>
  unavailable(
    `The address in ${path} is not used, because the file ${why}.`,
    'Delete this file, start Gatehouse, then try again.',
  )

/** @param reason code of the system, for example `ECONNREFUSED` */
export const remoteUnreachable = (address: string, reason: string): Failure =>
  unavailable(
    `The gateway at ${address} cannot be reached (${reason}).`,
    'Check that it is running and that this computer is online, then try again.',
  )

const untrusted = (code: string, message: string, suggestion: string): Failure => ({
  code: internalError,
  message: `${message} Nothing was sent. ${suggestion}`,
  data: { code, suggestion },
})

export const otherCertificate = (address: string): Failure =>
  untrusted(
    'AUTH.CERTIFICATE_CHANGED',
    `The certificate at ${address} is not the one of your gateway.`,
    'Ask the owner of the gateway. If the certificate was replaced, remove the gateway in Gatehouse and add it again.',
  )

/** @param date as the certificate says it */
export const certificateNotValid = (address: string, when: 'expired' | 'not-yet', date: string): Failure =>
  untrusted(
    'AUTH.CERTIFICATE_UNKNOWN',
    `The certificate at ${address} ${when === 'expired' ? `ended on ${date}` : `is not valid before ${date}`}.`,
    'Check the date of both computers. Restart the gateway: it renews its certificate.',
  )

export const remoteKeyRefused: Failure = noKey(
  'The gateway does not accept the key of this AI client any more.',
  'In the window of this gateway, open AI clients and connect this program again.',
)

export const remoteClosed: Failure = {
  code: internalError,
  message: 'This gateway does not accept AI clients from other computers. Ask its owner to allow them.',
  data: { code: 'PERMISSION.DENIED', suggestion: 'Ask the owner of the gateway to allow them.' },
}

export const gatewayLost = unavailable(
  'Gatehouse stopped before it responded. The action may have been done.',
  'Check the result before you try again. The bridge reconnects by itself.',
)

export const noResponse = unavailable(
  'Gatehouse ended the connection without a response. The action may have been done.',
  'Check the result before you try again.',
)

export const responseTooLarge = unavailable(
  'The response from Gatehouse was too large. The action may have been done.',
  'Ask for less at once.',
)

export const unreadableResponse = unavailable(
  'Gatehouse sent a response that is not an MCP message.',
  'Check that Gatehouse and this bridge have the same version, then try again.',
)

/** A bug of ours: reported instead of crashing. */
export const bridgeBroken = (cause: unknown): Failure => {
  const suggestion = 'Restart your AI client. If it happens again, report it.'
  const message = `The bridge to Gatehouse failed: ${cause instanceof Error ? cause.message : String(cause)}. ${suggestion}`
  return { code: internalError, message, data: { code: 'SYSTEM.INTERNAL_ERROR', suggestion } }
}

export const tooManyPending: Failure = {
  code: internalError,
  message: 'Too many requests are waiting for an answer.',
  data: { code: 'SYSTEM.RATE_LIMITED', suggestion: 'Wait for earlier requests to finish, then try again.' },
}

export const unparsable = malformed(
  parseError,
  'This message is not JSON.',
  'Send one JSON-RPC message per line, in UTF-8. Frames with a Content-Length need --framing=content-length.',
)

export const notAMessage = malformed(
  invalidRequest,
  'This is not a single JSON-RPC 2.0 message.',
  'Send one JSON-RPC 2.0 object at a time; batches are not supported.',
)

export const messageTooLong = (limit: number): Failure =>
  malformed(invalidRequest, `A message was longer than ${limit} bytes and was skipped.`, 'Send smaller messages.')

export const invalidFrame = malformed(
  parseError,
  'The input is not a frame. It was skipped up to the next one.',
  'Send "Content-Length: BYTES", a blank line and that many bytes of JSON; or leave out --framing=content-length.',
)

/** The failure for an HTTP error without a JSON-RPC body. */
export const httpRefusal = (status: number): Failure => {
  if (status === 401) {
    const suggestion = 'Restart Gatehouse, then try again.'
    return {
      code: internalError,
      message: `Gatehouse did not accept this bridge's key. ${suggestion}`,
      data: { code: 'AUTH.TOKEN_INVALID', suggestion },
    }
  }
  if (status === 403) {
    const suggestion = 'Check the permissions of this client in Gatehouse.'
    return {
      code: internalError,
      message: `Gatehouse refused this client. ${suggestion}`,
      data: { code: 'PERMISSION.DENIED', suggestion },
    }
  }
  if (status === 413)
    return malformed(invalidRequest, 'The message is larger than Gatehouse accepts.', 'Send less at once.')
  if (status >= 500)
    return unavailable(
      `Gatehouse had an internal error (HTTP ${status}).`,
      'Try again. If it happens again, restart Gatehouse.',
    )
  return unavailable(
    `Gatehouse sent an unexpected response (HTTP ${status}).`,
    'Check that Gatehouse and this bridge have the same version.',
  )
}
