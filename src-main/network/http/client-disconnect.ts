/** Client disconnect: the connection of a client closed while its request was still arriving. */

/**
 * Whether this error interrupted the request.
 *
 * There is no receiver for a response then, and it must not be logged: any program that reaches the port can cause it
 * repeatedly.
 */
export const isClientDisconnect = (request: { readonly errored?: Error | null }, error: unknown): boolean =>
  error instanceof Error && request.errored === error
