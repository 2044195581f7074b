/**
 * Console stream: the input and the output of a server's process, whatever carries them: the websocket of a panel, a
 * terminal, a pipe. `StreamConsole` finds the replies in it.
 *
 * Everything it puts out is untrusted: lines of players, of plugins and of the game, mixed.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import type { ConsoleConnection } from '../../ports.js'

export interface ConsoleStream extends Omit<ConsoleConnection, 'run'> {
  /**
   * Online only while the process runs and reads its input: what is sent to a stopped server is lost without a word.
   * The console fails what is running, with an unknown outcome, whenever it is not online.
   */
  readonly state: ConsoleConnection['state']
  /** Why it is offline. */
  readonly problem: GatewayError | undefined
  /**
   * Whether lines that are sent one right after another reach the process in that order. Wings handles each message on
   * its own, so two of them may change places.
   */
  readonly keepsOrder: boolean
  /**
   * Sends one line to the process; the stream adds the line end. It resolves when the line was handed over.
   *
   * @param line without control characters
   * @throws GatewayError when it was not sent; with `details.mayHaveRun` when that is unknown
   */
  send(line: string): Promise<void> | void
  /** Called with each piece of output as it comes, which may begin and end inside a line. @returns stops the calls */
  onOutput(listener: (text: string) => void): () => void
}
