/**
 * Panel stream: the input and output of a server's process by the console of its panel, reopened when it closes.
 *
 * It is online only while the process runs and the account may send commands, because Wings drops a command otherwise
 * without a word. One line without control characters: a line break would run a second command (invariant 4).
 */
import { createHash } from 'node:crypto'
import { oneLine } from '../../../../policy/console-command/one-line.js'
import { unsendable } from '../../rcon/rcon-failure.js'
import type { LinkState } from '../../reconnecting-connection.js'
import { TerminalLines, withoutPrompt } from '../stream/terminal-lines.js'
import { PanelUnavailable } from './panel-failure.js'
import { consolePermission } from './panel-routes.js'
import { frameOf, PanelSession, type PanelSessionTerms, shortened } from './panel-session.js'
import { type Obstacle, SessionStream, type SessionStreamOptions } from './session-stream.js'

/** Pelican closes the console after a larger frame, and a terminal cuts a longer line. */
const maxFrameBytes = 4_000
/** Lines that are compared with those that a new session repeats. */
const maxSeen = 500
const throttledMs = 5_000
/** Milliseconds in which the lines that a new session repeats have come through. */
const repeatingMs = 5_000
/** The panel may miss it, when the egg of the server names another text. */
const readyText = '! For help, type '

export class PanelStream extends SessionStream<PanelSession> {
  /** Wings handles each frame on its own. */
  readonly keepsOrder = false
  readonly #terms: PanelSessionTerms
  readonly #options: SessionStreamOptions
  /** Hashes: the lines themselves may be long. */
  #seen: string[] = []
  #earlier: readonly string[] | undefined
  #isReady = false
  /** Time of `clock.elapsed()`. */
  #openedAt = Number.NEGATIVE_INFINITY
  #stopThrottle: (() => void) | undefined

  constructor(terms: PanelSessionTerms, options: SessionStreamOptions) {
    super(options, (signal) => PanelSession.open(terms, signal))
    this.#terms = terms
    this.#options = options
  }

  /** The newest lines before the first session; undefined before it. */
  get earlier(): readonly string[] | undefined {
    return this.#earlier
  }

  /** Not connected, or so lately that lines of the time before may still come. */
  get isBehind(): boolean {
    return this.power === undefined || this.#options.clock.elapsed() - this.#openedAt < repeatingMs
  }

  override stop(): void {
    this.#stopThrottle?.()
    this.#stopThrottle = undefined
    super.stop()
  }

  async send(line: string): Promise<void> {
    checkLine(line)
    this.onlineSession()
    await this.#terms.client.budget.command(this.#terms.server)
    // It may have stopped while the command waited.
    this.onlineSession().send('send command', line)
  }

  protected override opened(session: PanelSession): void {
    this.#openedAt = this.#options.clock.elapsed()
    session.listen({
      onLine: (line) => this.#received(line),
      onStatus: (state) => {
        if (state !== 'running') this.#isReady = false
        this.show()
      },
      onThrottled: (event) => this.#throttled(event),
    })
    const lines = session.earlier
    this.#isReady = lines.some((line) => line.includes(readyText))
    if (this.#earlier === undefined) {
      this.#earlier = shownLines(lines)
      this.#seen = lines.slice(-maxSeen).map(hashOf)
    } else {
      // What was written while the console was not connected.
      for (const line of unseenIn(lines, this.#seen)) this.#publish(line)
    }
  }

  #received(line: string): void {
    this.#publish(line)
    if (this.#isReady || !line.includes(readyText)) return
    this.#isReady = true
    this.show()
  }

  #publish(line: string): void {
    this.#seen.push(hashOf(line))
    if (this.#seen.length > 2 * maxSeen) this.#seen = this.#seen.slice(-maxSeen)
    this.output.emit(`${line}\n`)
  }

  #throttled(event: string): void {
    if (event !== 'send command' && event !== 'global') return
    const { clock, log } = this.#options
    const { client, server } = this.#terms
    log.warn('The panel dropped a command, because too many were sent', { server })
    client.budget.pauseCommands(server, throttledMs)
    this.#stopThrottle?.()
    this.#stopThrottle = clock.after(throttledMs, () => {
      this.#stopThrottle = undefined
      this.show()
    })
    this.show()
  }

  protected override logState(state: LinkState): void {
    const { log } = this.#options
    const { server } = this.#terms
    if (state.kind === 'online') log.info('Panel console connected', { server })
    if (state.kind === 'offline') log.warn('Panel console is not connected', { server, code: state.problem.code })
  }

  protected override lost(state: LinkState['kind']): PanelUnavailable {
    return new PanelUnavailable('lost', { details: { state } })
  }

  protected override obstacleOf(session: PanelSession): Obstacle | undefined {
    if (this.#stopThrottle) {
      return {
        problem: new PanelUnavailable('throttled', { details: { retryAfterMs: throttledMs } }),
        retryMs: throttledMs,
      }
    }
    if (!session.may(consolePermission)) {
      return { problem: new PanelUnavailable('no-permission', { details: { missing: consolePermission } }) }
    }
    const isRunning = session.power === 'running' || (session.power === 'starting' && this.#isReady)
    return isRunning ? undefined : { problem: new PanelUnavailable('stopped', { details: { state: session.power } }) }
  }
}

/** @throws GatewayError when it is not one line that the node takes */
function checkLine(line: string): void {
  const bytes = Buffer.byteLength(frameOf('send command', oneLine(line)))
  if (bytes <= maxFrameBytes) return
  throw unsendable('The command is too long for the panel.', { reason: 'too-long', bytes, limitBytes: maxFrameBytes })
}

/** As the log has them: without what belongs to the terminal. */
const shownLines = (raw: readonly string[]): readonly string[] =>
  new TerminalLines()
    .push(`${raw.join('\n')}\n`)
    .map(withoutPrompt)
    .filter((line) => line !== '')

/** A node repeats a line as it was, but only its beginning is kept. */
export const hashOf = (line: string): string => createHash('sha256').update(shortened(line)).digest('base64')

/** Lines of `repeated` whose hashes are not in `seen`, which holds those of an earlier part of the same log. */
export function unseenIn(repeated: readonly string[], seen: readonly string[]): readonly string[] {
  let at = 0
  return repeated.filter((line) => {
    // A node sends empty lines only when it repeats.
    if (line.trim() === '') return false
    const index = seen.indexOf(hashOf(line), at)
    if (index < 0) return true
    at = index + 1
    return false
  })
}
