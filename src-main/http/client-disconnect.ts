/** Client disconnect: the connection of a client closed while its request was still arriving. */

/**
 * Whether this error is what cut the request off.
 *
 * Nobody waits for a response then, and it must not be logged: anyone who reaches the port can cause it as often as
 * they like.
 */
export const isClientDisconnect = (request: { readonly errored?: Error | null }, error: unknown): boolean =>
  error instanceof Error && request.errored === error
