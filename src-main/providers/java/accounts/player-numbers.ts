/**
 * Player numbers: numbers that players set with `/trigger gatehouse set N`, read over the console.
 *
 * Enforces invariant 6: the server itself says under whose name a trigger was set, so no text of chat, no nickname and
 * no team can set one. A number counts only while the account that it is expected from has the name, and once.
 * Enforces invariant 7: while somebody is watched, one read a second; otherwise nothing is asked and nothing stays.
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

export interface PlayerNumbersDependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** The proved account that is online under this name, by a fresh list of players; undefined when there is none. */
  readonly accountOf: (player: string, signal: AbortSignal) => Promise<string | undefined>
}

interface Connection {
  readonly dialect: CommandDialect
  readonly signal: AbortSignal
}

export class PlayerNumbers {
  readonly #deps: PlayerNumbersDependencies
  readonly #watches = new Set<NumberWatch>()
  #connection: Connection | undefined
  #stopTimer: () => void = () => {}
  /** Commands of one step are never mixed with those of another. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: PlayerNumbersDependencies) {
    this.#deps = deps
  }

  /** A console is ready: whoever is watched still is. */
  connect(connection: Connection): void {
    this.#connection = connection
    for (const watch of this.#watches) void this.#inTurn(() => this.#enable(watch.player)).catch(() => {})
    if (this.#watches.size > 0) this.#wait()
  }

  disconnect(): void {
    this.#connection = undefined
    this.#stopTimer()
  }

  /** @returns stops it. @throws GatewayError when the server does not let players set numbers */
  async watch(watch: NumberWatch): Promise<() => void> {
    scoreHolder(watch.player)
    this.#watches.add(watch)
    try {
      await this.#inTurn(() => this.#enable(watch.player))
    } catch (thrown) {
      this.#end(watch)
      throw asGatewayError(thrown)
    }
    this.#wait()
    return () => this.#end(watch)
  }

  #end(watch: NumberWatch): void {
    if (!this.#watches.delete(watch)) return
    const isLast = this.#watches.size === 0
    if (isLast) this.#stopTimer()
    void this.#inTurn(async () => {
      if (this.#watches.size === 0) await this.#run('removeTrigger')
      else if (!this.#isWatched(watch.player)) await this.#run('resetTrigger', watch.player)
    }).catch(() => {})
  }

  #isWatched(player: string): boolean {
    return [...this.#watches].some((one) => one.player === player)
  }

  /** What was set before does not count. */
  async #enable(player: string): Promise<void> {
    await this.#run('addTrigger')
    await this.#run('resetTrigger', player)
    await this.#run('enableTrigger', player)
  }

  #wait(): void {
    this.#stopTimer()
    this.#stopTimer = this.#deps.clock.after(readEveryMs, () => void this.#read())
  }

  /** Never rejects. */
  async #read(): Promise<void> {
    const connection = this.#connection
    try {
      for (const player of new Set([...this.#watches].map((one) => one.player)))
        await this.#inTurn(() => this.#readNumber(player))
    } catch (thrown) {
      if (!connection?.signal.aborted)
        this.#deps.log.warn('the number of a player cannot be read', { code: asGatewayError(thrown).code })
    }
    if (this.#watches.size > 0 && connection !== undefined && connection === this.#connection) this.#wait()
  }

  async #readNumber(player: string): Promise<void> {
    const connection = this.#connection
    if (!connection || !this.#isWatched(player)) return
    const { fields } = await this.#run('readTrigger', player)
    const number = Number(fields.value ?? 0)
    if (number === 0) return
    const account = await this.#deps.accountOf(player, connection.signal)
    await this.#enable(player)
    if (account === undefined) return
    for (const watch of [...this.#watches])
      if (watch.player === player && (watch.uuid ?? account) === account) watch.onNumber(number, player, account)
  }

  async #run(name: CommandName, player?: string): Promise<CommandReply> {
    const connection = this.#connection
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
