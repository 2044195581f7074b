/**
 * Present players: joins and leaves, from polls of the player list and from events.
 *
 * Enforces invariant 7: bounds the events of a game that lists a thousand other names each time.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'

interface Moved {
  readonly eventId: 'player.join' | 'player.leave'
  readonly player: string
}

/** Joins and leaves that one look passes on: more than a game has places. What is left out is known all the same. */
const maxMoves = 60

/** Milliseconds in which the next look may still show the state before an event. */
const lookLagMs = 6_000

export class PresentPlayers {
  readonly #clock: Clock
  readonly #onMove: (moved: Moved) => void
  /** Undefined before the first look: who is there then did not join just now. */
  #known: Set<string> | undefined
  /** When an event of the game moved a player. */
  readonly #reported = new Map<string, number>()

  constructor(clock: Clock, onMove: (moved: Moved) => void) {
    this.#clock = clock
    this.#onMove = onMove
  }

  look(players: readonly { readonly name: string }[]): void {
    const now = this.#clock.elapsed()
    for (const [name, at] of this.#reported) if (now - at >= lookLagMs) this.#reported.delete(name)
    const names = new Set(players.map(({ name }) => name))
    const known = this.#known
    this.#known = names
    if (!known) return
    for (const name of this.#reported.keys()) {
      if (known.has(name)) names.add(name)
      else names.delete(name)
    }
    const moved = [...new Set([...known, ...names])].filter((name) => known.has(name) !== names.has(name))
    for (const name of moved.slice(0, maxMoves))
      this.#onMove({ eventId: names.has(name) ? 'player.join' : 'player.leave', player: name })
  }

  /** The connection ended: changes meanwhile are unknown. */
  reset(): void {
    this.#known = undefined
    this.#reported.clear()
  }

  /** Reported by the game itself. */
  report(eventId: Moved['eventId'], player: string): void {
    if (!this.#known) return
    this.#reported.set(player, this.#clock.elapsed())
    this.#move(eventId, player)
  }

  #move(eventId: Moved['eventId'], player: string): void {
    const known = this.#known
    if (!known || known.has(player) === (eventId === 'player.join')) return
    if (eventId === 'player.join') known.add(player)
    else known.delete(player)
    this.#onMove({ eventId, player })
  }
}
