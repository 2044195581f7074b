/** Client disconnect: the connection of a client closed while its request was still arriving. */

/** `aborted` of an incoming message, and a stream that closed before its end. */
const codes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/**
 * Whether a request failed because its client disconnected.
 *
 * Nobody waits for a response then, and it must not be logged: anyone who reaches the port can do it without end.
 */
export const isClientDisconnect = (response: { readonly destroyed: boolean }, error: unknown): boolean =>
  response.destroyed && error instanceof Error && 'code' in error && codes.has(error.code)
