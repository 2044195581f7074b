/**
 * Player numbers: numbers that players set with `/trigger gatehouse set N`, read over the console.
 *
 * Enforces invariant 6: the server itself says under whose name a trigger was set, so no text of chat, no nickname and
 * no team can set one. A number counts only while the account that it is expected from has the name, and once.
 * Enforces invariant 7: while somebody is watched, one read a second; otherwise nothing is asked and nothing stays. Only
 * an objective that proves to be a trigger is reset or removed: another one of this name is somebody else's.
 */
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { NumberWatch } from '../../../gateway/ports/provider.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { scoreHolder } from '../dialects/command-arguments.js'
import type { CommandDialect, CommandName, CommandReply } from '../dialects/dialect.js'
import type { JavaLogEvent } from '../log/log-events.js'

/** Whether the log repeats a number that a player set: it is not for others. */
export const isAboutNumbers = (event: JavaLogEvent): boolean =>
  event.kind === 'command' && event.feedback !== undefined && event.feedback.includes('[gatehouse]')

/** Milliseconds between two reads of a player's number. */
const readEveryMs = 1_000
/** Minimum milliseconds between two log entries about numbers that cannot be read. */
const warnEveryMs = 60_000
/** Milliseconds that the last command to a server may take. */
const lastCommandMs = 2_000

export interface PlayerNumbersDependencies {
  readonly clock: Pick<Clock, 'after' | 'elapsed'>
  readonly log: Log
  /** The proved account that is online under this name, by a fresh list of players; undefined when there is none. */
  readonly accountOf: (player: string, signal: AbortSignal) => Promise<string | undefined>
  /** The name as the game writes it, by a fresh list of players; undefined when no such player is online. */
  readonly nameOf: (player: string, signal: AbortSignal) => Promise<string | undefined>
}

interface Connection {
  readonly dialect: CommandDialect
  readonly signal: AbortSignal
}

interface Watched {
  readonly watch: NumberWatch
  /** As given, until the game shows how it writes the name. */
  player: string
  isExact: boolean
}

export class PlayerNumbers {
  readonly #deps: PlayerNumbersDependencies
  readonly #watched = new Set<Watched>()
  #connection: Connection | undefined
  #stopTimer: () => void = () => {}
  /** Commands of one step are never mixed with those of another. */
  #last: Promise<unknown> = Promise.resolve()
  /** A player for whom the objective was enabled; undefined once it is removed. */
  #left: string | undefined
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(deps: PlayerNumbersDependencies) {
    this.#deps = deps
  }

  get isWatching(): boolean {
    return this.#watched.size > 0
  }

  /** A console is ready: whoever is watched still is, and an objective that was left is removed. */
  connect(connection: Connection): void {
    this.#connection = connection
    if (this.#watched.size === 0) return void this.#inTurn(() => this.#remove()).catch(() => {})
    for (const player of this.#players()) void this.#restore(player, connection)
    this.#wait()
  }

  disconnect(): void {
    this.#connection = undefined
    this.#stopTimer()
  }

  /** Ends all watches. Resolves when the objective is removed, or cannot be now. Never rejects. */
  async stop(): Promise<void> {
    const { dialect } = this.#connection ?? {}
    this.#watched.clear()
    this.#stopTimer()
    if (!dialect || this.#left === undefined) return
    const timeout = new AbortController()
    const stopTimer = this.#deps.clock.after(lastCommandMs, () => timeout.abort())
    await this.#inTurn(() => this.#remove({ dialect, signal: timeout.signal })).catch(() => {})
    stopTimer()
  }

  /** @returns stops it. @throws GatewayError when the server does not let players set numbers */
  async watch(watch: NumberWatch): Promise<() => void> {
    scoreHolder(watch.player)
    const watched = { watch, player: watch.player, isExact: watch.uuid !== undefined }
    this.#watched.add(watched)
    try {
      await this.#inTurn(async () => {
        await this.#readName(watched)
        await this.#enable(watched.player)
      })
    } catch (thrown) {
      this.#end(watched)
      throw asGatewayError(thrown)
    }
    this.#wait()
    return () => this.#end(watched)
  }

  #end(watched: Watched): void {
    if (!this.#watched.delete(watched)) return
    const isLast = this.#watched.size === 0
    if (isLast) this.#stopTimer()
    void this.#inTurn(async () => {
      if (this.#watched.size === 0) await this.#remove()
      else if (!this.#isWatched(watched.player)) await this.#run('resetTrigger', watched.player)
    }).catch(() => {})
  }

  #players(): ReadonlySet<string> {
    return new Set([...this.#watched].map(({ player }) => player))
  }

  #isWatched(player: string): boolean {
    return this.#players().has(player)
  }

  /** What was set before does not count. @throws GatewayError when the objective is no trigger */
  async #enable(player: string): Promise<void> {
    const { outcome } = await this.#run('addTrigger')
    if (outcome === 'done') this.#left = player
    else {
      await this.#run('enableTrigger', player)
      this.#left = player
      await this.#run('resetTrigger', player)
    }
    await this.#run('enableTrigger', player)
  }

  /** Somebody may have put another objective in its place meanwhile: only a trigger can be enabled. */
  async #remove(connection = this.#connection): Promise<void> {
    if (this.#left === undefined) return
    try {
      await this.#run('enableTrigger', this.#left, connection)
      await this.#run('removeTrigger', undefined, connection)
    } catch (thrown) {
      if (!isRefused(thrown)) throw thrown
    }
    this.#left = undefined
  }

  /** Never rejects. */
  async #restore(player: string, connection: Connection): Promise<void> {
    try {
      await this.#inTurn(() => this.#enable(player))
    } catch (thrown) {
      if (connection !== this.#connection || connection.signal.aborted) return
      this.#warn(thrown)
      for (const watched of [...this.#watched].filter((one) => one.player === player)) {
        this.#end(watched)
        watched.watch.onEnd()
      }
    }
  }

  #wait(): void {
    this.#stopTimer()
    this.#stopTimer = this.#deps.clock.after(readEveryMs, () => void this.#read())
  }

  /** Never rejects. */
  async #read(): Promise<void> {
    const connection = this.#connection
    if (!connection) return
    for (const watched of [...this.#watched].filter(({ isExact }) => !isExact))
      await this.#attempt(watched.player, connection, async () => {
        if (await this.#readName(watched)) await this.#enable(watched.player)
      })
    const exact = new Set([...this.#watched].flatMap(({ player, isExact }) => (isExact ? [player] : [])))
    for (const player of exact) await this.#attempt(player, connection, () => this.#readNumber(player))
    if (this.#watched.size > 0 && connection === this.#connection) this.#wait()
  }

  /** Enables the trigger again when somebody removed it. Never rejects. */
  async #attempt(player: string, connection: Connection, step: () => Promise<void>): Promise<void> {
    try {
      await this.#inTurn(step)
    } catch (thrown) {
      if (connection.signal.aborted) return
      this.#warn(thrown)
      if (isRefused(thrown)) await this.#restore(player, connection)
    }
  }

  #warn(thrown: unknown): void {
    const { clock, log } = this.#deps
    if (clock.elapsed() - this.#warnedAt < warnEveryMs) return
    this.#warnedAt = clock.elapsed()
    log.warn('the number of a player cannot be read', { code: asGatewayError(thrown).code })
  }

  /** @returns whether the game writes the name in another way */
  async #readName(watched: Watched): Promise<boolean> {
    if (watched.isExact || !this.#connection) return false
    const name = await this.#deps.nameOf(watched.player, this.#connection.signal)
    if (name === undefined) return false
    const isOther = name !== watched.player
    scoreHolder(name)
    watched.player = name
    watched.isExact = true
    return isOther
  }

  async #readNumber(player: string): Promise<void> {
    const connection = this.#connection
    if (!connection || !this.#isWatched(player)) return
    const { fields, outcome } = await this.#run('readTrigger', player)
    // Who is enabled has a number: somebody reset it, or put another objective in its place.
    if (outcome === 'unchanged') return void (await this.#run('enableTrigger', player))
    const number = Number(fields.value ?? 0)
    if (number === 0) return
    const account = await this.#deps.accountOf(player, connection.signal)
    await this.#enable(player)
    if (account === undefined) return
    for (const { watch, player: one } of [...this.#watched])
      if (one === player && (watch.uuid ?? account) === account) watch.onNumber(number, player, account)
  }

  async #run(name: CommandName, player?: string, connection = this.#connection): Promise<CommandReply> {
    if (!connection) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    const given = player === undefined ? {} : { holder: scoreHolder(player) }
    return connection.dialect.run(name, given, { signal: connection.signal })
  }

  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#last.then(step)
    this.#last = done.catch(() => {})
    return done
  }
}

/** The game said no, as it does to an objective that is gone or is no trigger. */
const isRefused = (thrown: unknown): boolean => asGatewayError(thrown).code === 'BUSINESS.OPERATION_FAILED'
