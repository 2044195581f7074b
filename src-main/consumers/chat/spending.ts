/**
 * Spending: cost of today's answers, in total and per player, and the remaining budget.
 *
 * A restart does not reset the budget. Where nothing can be kept, nothing may be spent. An unreadable row counts as
 * nothing spent; a failed write is logged, and counts until the program ends.
 */
import type { Clock, Log } from '../../gateway/ports/runtime.js'

export interface PlayerSpending {
  readonly dollars: number
  readonly questions: number
}

/** Persistent; of one day. */
export interface DaySpending {
  /** `YYYY-MM-DD` in local time. */
  readonly day: string
  readonly dollars: number
  /** Key of a player → usage. */
  readonly players: Readonly<Record<string, PlayerSpending>>
}

export interface SpendingStore {
  /** It ends with the program, so what was spent today is unknown. */
  readonly isDamaged?: boolean
  /** Undefined when there is none, or it cannot be read. */
  read(): DaySpending | undefined
  /** @throws Error when it could not be written */
  write(spending: DaySpending): void
}

/** Maximum players with their own count per day; others share one. */
export const maxPlayers = 2_000
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
    const stored = store.read()
    if (stored?.day !== this.#day) return
    this.#dollars = stored.dollars
    this.#players = new Map(Object.entries(stored.players).slice(0, maxPlayers))
  }

  /** Whether what was spent today is known. */
  get isKnown(): boolean {
    return this.#store.isDamaged !== true
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
    return this.#players.has(player) || this.#players.size < maxPlayers ? player : others
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
