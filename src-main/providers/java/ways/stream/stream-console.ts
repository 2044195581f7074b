/**
 * Stream console: runs commands over the input and output of a process, and finds their replies among the log lines.
 *
 * One command at a time; an end mark that nobody can guess follows each (`end-mark.ts`), and only its answer proves that
 * the command was done. A time limit ends in an unknown outcome, never in success; the next command then waits until an
 * end mark shows that nothing of the last one can still come. A command is one line without control characters: a line
 * break would start another command, whose risk nobody has assessed.
 *
 * A reply may hold what a player wrote, with line feeds: what then looks like a line of the log is shown, but as a part of
 * the reply, so it is no event and proves no author. Our own reads of a fixed form hold none, so chat between stays chat.
 *
 * Guards invariant 7: output is read in slices, in its order. A backlog is bounded; what is beyond it is dropped and
 * reported, and a command that ran then has an unknown outcome.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { FairTurns } from '@shared/turns.js'
import { Emitter } from '../../../../gateway/ports/emitter.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { CommandQueue } from '../../command-queue.js'
import { closedDuringCall, noReplyInTime, replyTooLarge } from '../../connection-failure.js'
import { readPlayerList } from '../../dialects/player-list.js'
import { LogEvents } from '../../log/log-events.js'
import type { ConsoleConnection, ConsoleOptions } from '../../ports.js'
import type { LinkState } from '../../reconnecting-connection.js'
import type { ConsoleStream } from './console-stream.js'
import { EndMark, type MarkKind, markKinds, randomWord } from './end-mark.js'
import { gameCommandOf, mayHoldPlayersText } from './other-lines.js'
import { ReplyWindow, readStreamLine } from './reply-window.js'
import { TerminalLines } from './terminal-lines.js'

export interface StreamConsoleOptions {
  readonly stream: ConsoleStream
  readonly clock: Clock
  /** Makes the word of an end mark. */
  readonly word?: () => string
}

/** A terminal reads at most 4,095 bytes of a line. */
const maxCommandBytes = 4_000
/** Maximum characters of what comes until the end mark. */
const maxOutput = 1_048_576
/** Milliseconds for the answer to the first kind of end mark; a server that answers later is asked with the other. */
const firstMarkMs = 2_000
/** Milliseconds after which an end mark is sent although the command was not shown, where order is not kept. */
const echoMs = 250
/** Before a line that may be part of a reply: the log then reads no event, and so no author, from it. */
const continues = '\t'
/** Characters that are read at once. */
const sliceLength = 1_024
/** Maximum characters that wait. */
const maxBehind = 2 * maxOutput
/** End marks whose answers may still come. */
const maxEarlier = 8

/** Characters that were dropped one after another. */
interface Gap {
  count: number
  endsLine: boolean
}

/** The stream is not online any more. */
class StreamEnded extends Error {}

export class StreamConsole implements ConsoleConnection {
  readonly #stream: ConsoleStream
  readonly #clock: Clock
  readonly #word: () => string
  readonly #lines = new TerminalLines()
  readonly #events = new LogEvents()
  readonly #line = new Emitter<string>()
  readonly #skipped = new Emitter<number>()
  readonly #turns = new FairTurns()
  /** Characters that wait. */
  #behind = 0
  /** What is dropped now, until there is space again. */
  #gap: Gap | undefined
  readonly #earlier: EndMark[] = []
  readonly #queue = new CommandQueue({
    to: 'a console',
    maxCommandBytes,
    problem: () => (this.state.kind === 'online' ? undefined : this.#offline()),
    runner: () => ({ run: (command, timeoutMs) => this.#execute(command, timeoutMs) }),
  })
  #window: ReplyWindow | undefined
  /** The end mark that this server answers, and the header of its answers. */
  #known: { readonly kind: MarkKind; readonly header: string } | undefined
  /** Nothing of an earlier command can still come. */
  #isSynchronized = false
  /** The reply of a command whose time was over may still come, and what a player wrote may stand in it. */
  #awaitsLate = false
  /** The terminal shows what is typed. */
  #echoes = false
  #wake: { readonly look: () => void; readonly end: () => void } | undefined

  constructor({ stream, clock, word = randomWord }: StreamConsoleOptions) {
    this.#stream = stream
    this.#clock = clock
    this.#word = word
    stream.onOutput((piece) => this.#receive(piece))
    stream.onDidChangeState((state) => this.#stateChanged(state))
  }

  /** Called with each line of the log: without prompts, codes of a terminal, what was typed, and end marks. */
  readonly onLine = this.#line.on

  /** Called with the number of characters that were dropped, because output came faster than it was read. */
  readonly onSkipped = this.#skipped.on

  get state(): LinkState {
    return this.#stream.state
  }

  onDidChangeState(listener: (state: LinkState) => void): () => void {
    return this.#stream.onDidChangeState(listener)
  }

  start(): void {
    this.#stream.start()
  }

  reconnect(): void {
    this.#stream.reconnect()
  }

  stop(): void {
    this.#stream.stop()
  }

  run(command: string, options?: ConsoleOptions): Promise<string> {
    return this.#queue.add(command, options)
  }

  /** @throws GatewayError; once the command was sent, `details.mayHaveRun` is true */
  async #execute(command: string, timeoutMs: number): Promise<string> {
    const deadline = this.#clock.elapsed() + timeoutMs
    if (this.state.kind !== 'online') throw this.#offline()
    if (!this.#isSynchronized) await this.#synchronize(deadline)
    const { kind = 'storage', header } = this.#known ?? {}
    this.#isSynchronized = false
    const window = this.#openWindow(command, header)
    let isSent = false
    try {
      await this.#stream.send(command)
      isSent = true
      if (!(await this.#collect(window, kind, deadline))) throw noReplyInTime(timeoutMs)
    } catch (error) {
      this.#isSynchronized = !isSent && !mayHaveRun(error)
      throw isSent && !mayHaveRun(error) ? closedDuringCall({}, error) : error
    } finally {
      this.#window = undefined
      const isOver = this.#isSynchronized || window.end || window.isStopping
      this.#awaitsLate ||= !isOver && mayHoldPlayersText(command, '')
    }
    this.#isSynchronized = window.end !== undefined
    const { reply } = window
    this.#learnPlayers(command, reply)
    return reply
  }

  /** @returns whether the reply is complete @throws StreamEnded, GatewayError */
  async #collect(window: ReplyWindow, kind: MarkKind, deadline: number): Promise<boolean> {
    const { keepsOrder } = this.#stream
    const isOver = () => window.end !== undefined || window.isStopping || window.isTooLong
    const left = () => deadline - this.#clock.elapsed()
    if (!keepsOrder) await this.#until(() => isOver() || window.hasEcho || window.hasText, Math.min(echoMs, left()))
    for (;;) {
      if (!isOver()) await this.#sendMark(window, kind)
      if (!(await this.#until(isOver, left()))) return false
      if (window.isTooLong) throw replyTooLarge(maxOutput)
      const isOvertaken = !keepsOrder && this.#echoes && !window.hasEcho && !window.isStopping
      if (!isOvertaken) return true
      window.reopen()
      if (!(await this.#until(() => window.hasEcho || window.isStopping, left()))) return false
    }
  }

  /**
   * Waits until the server has answered an end mark: it then reads its console, and everything before has come. The
   * command that waits for it was not sent.
   */
  async #synchronize(deadline: number): Promise<void> {
    const window = this.#openWindow('')
    const kinds = this.#known ? [this.#known.kind] : markKinds
    try {
      for (const kind of kinds) {
        await this.#sendMark(window, kind)
        const left = deadline - this.#clock.elapsed()
        const isLast = kind === kinds.at(-1)
        const isDone = await this.#until(
          () => window.end !== undefined || window.hasBareAnswer,
          isLast ? left : Math.min(firstMarkMs, left),
        )
        if (isDone) break
      }
    } catch (error) {
      // What may have run is the mark, and it changes nothing.
      throw error instanceof StreamEnded || mayHaveRun(error) ? this.#offline() : error
    } finally {
      this.#window = undefined
    }
    if (!window.end) throw window.hasBareAnswer ? linesWithoutHeader() : consoleSilent()
    this.#known = { kind: window.end.mark.kind, header: window.end.header }
    this.#echoes ||= window.hasMarkEcho
    this.#isSynchronized = true
  }

  #openWindow(command: string, header?: string): ReplyWindow {
    const window = new ReplyWindow({
      command,
      events: this.#events,
      earlier: [...this.#earlier],
      most: maxOutput,
      ...(header !== undefined && { header }),
    })
    this.#window = window
    return window
  }

  async #sendMark(window: ReplyWindow, kind: MarkKind): Promise<void> {
    const mark = new EndMark(kind, this.#word())
    this.#earlier.push(mark)
    if (this.#earlier.length > maxEarlier) this.#earlier.shift()
    window.endsWith(mark)
    await this.#stream.send(mark.command)
  }

  /** @returns whether the condition came true in time @throws StreamEnded */
  #until(condition: () => boolean, milliseconds: number): Promise<boolean> {
    if (condition()) return Promise.resolve(true)
    if (this.state.kind !== 'online') return Promise.reject(new StreamEnded())
    return new Promise((resolve, reject) => {
      const settle = (report: () => void) => {
        stopTimer()
        this.#wake = undefined
        report()
      }
      const stopTimer = this.#clock.after(Math.max(0, milliseconds), () => settle(() => resolve(condition())))
      this.#wake = {
        look: () => condition() && settle(() => resolve(true)),
        end: () => settle(() => reject(new StreamEnded())),
      }
    })
  }

  #receive(piece: string): void {
    if (this.#behind + piece.length > maxBehind) {
      this.#drop(piece)
      return
    }
    this.#gap = undefined
    this.#behind += piece.length
    for (let at = 0; at < piece.length; at += sliceLength) {
      const slice = piece.slice(at, at + sliceLength)
      this.#turns.run(() => this.#read(slice))
    }
  }

  #read(slice: string): void {
    this.#behind -= slice.length
    for (const text of this.#lines.push(slice)) {
      const line = readStreamLine(text, this.#events)
      const isMark = this.#earlier.some(({ word }) => line.plain.includes(word))
      const isDoubtful = line.parsed !== undefined && (this.#window?.mayContinue || this.#awaitsLate)
      const isOurs = this.#window?.take(line) || isMark
      if (this.#window?.end) this.#awaitsLate = false
      if (!isOurs && line.plain !== '') this.#line.emit(isDoubtful ? `${continues}${line.shown}` : line.shown)
    }
    this.#wake?.look()
  }

  #drop(piece: string): void {
    const gap = this.#gap ?? { count: 0, endsLine: false }
    gap.count += piece.length
    gap.endsLine = piece.endsWith('\n')
    if (this.#gap) return
    this.#gap = gap
    this.#turns.run(() => this.#lose(gap))
  }

  /** At the place of what was dropped, which may have been part of a reply. */
  #lose(gap: Gap): void {
    if (this.#gap === gap) this.#gap = undefined
    this.#skipped.emit(gap.count)
    if (gap.endsLine) this.#lines.clear()
    else this.#lines.skip()
    this.#window?.lose()
    this.#wake?.look()
  }

  #stateChanged(state: LinkState): void {
    if (state.kind === 'online') return
    this.#isSynchronized = false
    this.#known = undefined
    this.#echoes = false
    const hasStopped = this.#stream.problem?.details?.reason === 'stopped'
    // Behind what waits.
    this.#turns.run(() => {
      this.#lines.clear()
      // A process that has ended answers nothing any more.
      if (hasStopped) this.#awaitsLate = false
    })
    this.#wake?.end()
    this.#queue.clear()
  }

  #offline(): GatewayError {
    return this.#stream.problem ?? notConnected(this.state)
  }

  /** So that what happens to a player is no reply. */
  #learnPlayers(command: string, reply: string): void {
    const list = gameCommandOf(command) === 'list' ? readPlayerList(reply) : undefined
    if (list) this.#events.setOnline(list.players)
  }
}

const mayHaveRun = (error: unknown): boolean => error instanceof GatewayError && error.details?.mayHaveRun === true

const notConnected = (state: LinkState): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The console of the server is not connected.',
    suggestion: 'If the server restarts, wait until it is back.',
    details: { reason: 'lost', state: state.kind },
  })

const consoleSilent = (): GatewayError =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The server does not answer in its console. The command was not sent.',
    suggestion:
      'If the server is starting or busy, wait. Otherwise type list in its console and see whether it answers.',
    details: { reason: 'console-silent' },
  })

const linesWithoutHeader = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message:
      'The console of this server writes its lines without time and level, so replies look like chat. The command was not sent.',
    suggestion: 'Use RCON for the commands, or restore the log format of the server.',
    details: { reason: 'lines-without-header' },
  })
