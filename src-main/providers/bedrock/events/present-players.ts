/** Present players: joins and leaves, out of looks at who is online and out of what the game reports sooner. */
import type { Clock } from '../../../gateway/ports.js'

interface Moved {
  readonly eventId: 'player.join' | 'player.leave'
  readonly player: string
}

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
    if (!known) this.#known = names
    else
      for (const name of new Set([...known, ...names]))
        if (!this.#reported.has(name)) this.#move(names.has(name) ? 'player.join' : 'player.leave', name)
  }

  /** The connection ended: who comes and goes meanwhile is not known. */
  reset(): void {
    this.#known = undefined
    this.#reported.clear()
  }

  /** The game itself reported it. */
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
