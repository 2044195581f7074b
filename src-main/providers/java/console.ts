/**
 * Console: runs console commands of one Java server and returns the reply texts.
 *
 * Guards invariant 5: a reply is untrusted text. Vanilla shares one reply buffer between all RCON connections, so a
 * caller must check that a reply fits the command it sent.
 */

export interface ConsoleOptions {
  /** Aborts the wait. A command that was sent may still run. */
  readonly signal?: AbortSignal
  /** Milliseconds from the moment the command is sent. */
  readonly timeoutMs?: number
}

/** Runs console commands of one Java server, one at a time. */
export interface Console {
  /**
   * The complete reply as the server sent it: untrusted and bounded. One command at a time, first in, first out.
   *
   * @throws GatewayError PROTOCOL.*, SYSTEM.* or BUSINESS.*; `details.mayHaveRun` is true when the command was sent
   *   and its outcome is unknown
   */
  run(command: string, options?: ConsoleOptions): Promise<string>
}
