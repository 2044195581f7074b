/**
 * Spending: what answers cost today, of everybody and of each player, and whether there is budget for more.
 *
 * Guards that a restart does not give the budget a second time: it is kept over one. What cannot be read counts as nothing
 * spent; what cannot be written is logged and still counts until the program ends.
 */
import type { Clock, Log } from '../../gateway/ports.js'

export interface PlayerSpending {
  readonly dollars: number
  readonly questions: number
}

/** Kept over a restart; of one day. */
export interface DaySpending {
  /** `YYYY-MM-DD` of this computer. */
  readonly day: string
  readonly dollars: number
  /** Key of a player → what they used. */
  readonly players: Readonly<Record<string, PlayerSpending>>
}

export interface SpendingStore {
  /** Undefined when there is none, or it cannot be read. */
  read(): DaySpending | undefined
  /** @throws Error when it could not be written */
  write(spending: DaySpending): void
}

/** Players that are counted for themselves on one day; those beyond share one count. */
export const mostPlayers = 2_000
const others = '(others)'

export class Spending {
  readonly #store: SpendingStore
  readonly #clock: Clock
  readonly #log: Log
  #day: string
  #dollars = 0
  #players = new Map<string, PlayerSpending>()

  constructor(store: SpendingStore, clock: Clock, log: Log) {
    this.#store = store
    this.#clock = clock
    this.#log = log
    this.#day = this.#today()
    const kept = store.read()
    if (kept?.day !== this.#day) return
    this.#dollars = kept.dollars
    this.#players = new Map(Object.entries(kept.players).slice(0, mostPlayers))
  }

  get dollars(): number {
    this.#turn()
    return this.#dollars
  }

  of(player: string): PlayerSpending {
    this.#turn()
    return this.#players.get(this.#keyOf(player)) ?? { dollars: 0, questions: 0 }
  }

  addQuestion(player: string): void {
    this.#change(player, 0, 1)
  }

  addDollars(player: string, dollars: number): void {
    this.#dollars = this.dollars + dollars
    this.#change(player, dollars, 0)
  }

  #change(player: string, dollars: number, questions: number): void {
    const before = this.of(player)
    this.#players.set(this.#keyOf(player), {
      dollars: before.dollars + dollars,
      questions: before.questions + questions,
    })
    try {
      this.#store.write({ day: this.#day, dollars: this.#dollars, players: Object.fromEntries(this.#players) })
    } catch (error) {
      this.#log.error('the cost of chat answers could not be written', { error: `${error}` })
    }
  }

  #keyOf(player: string): string {
    return this.#players.has(player) || this.#players.size < mostPlayers ? player : others
  }

  #turn(): void {
    const today = this.#today()
    if (today === this.#day) return
    this.#day = today
    this.#dollars = 0
    this.#players.clear()
  }

  #today(): string {
    const now = this.#clock.now()
    const two = (number: number): string => String(number).padStart(2, '0')
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  }
}
