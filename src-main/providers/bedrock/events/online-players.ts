/**
 * Online players: detects joins and leaves, from polls of the player list and from events.
 *
 * Enforces invariant 7: limits the events of a game whose list has different names each time.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'

interface PlayerChange {
  readonly eventId: 'player.join' | 'player.leave'
  readonly player: string
}

/** Maximum joins and leaves reported per poll: more than a game has player slots. The state includes the others too. */
const maxChanges = 60

/** Milliseconds after an event in which a poll may still return the state before it. */
const pollLagMs = 6_000

export class BedrockOnlinePlayers {
  readonly #clock: Clock
  readonly #onChange: (changed: PlayerChange) => void
  /** Undefined before the first poll: players in it did not just join. */
  #online: Set<string> | undefined
  /** Player → time of the last join or leave event of the game. */
  readonly #reported = new Map<string, number>()

  constructor(clock: Clock, onChange: (changed: PlayerChange) => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  update(players: readonly { readonly name: string }[]): void {
    const now = this.#clock.elapsed()
    for (const [name, at] of this.#reported) if (now - at >= pollLagMs) this.#reported.delete(name)
    const names = new Set(players.map(({ name }) => name))
    const known = this.#online
    this.#online = names
    if (!known) return
    for (const name of this.#reported.keys()) {
      if (known.has(name)) names.add(name)
      else names.delete(name)
    }
    const changed = [...new Set([...known, ...names])].filter((name) => known.has(name) !== names.has(name))
    for (const name of changed.slice(0, maxChanges))
      this.#onChange({ eventId: names.has(name) ? 'player.join' : 'player.leave', player: name })
  }

  /** Call when the connection ends: changes until the next one are unknown. */
  reset(): void {
    this.#online = undefined
    this.#reported.clear()
  }

  /** Records an event of the game. */
  report(eventId: PlayerChange['eventId'], player: string): void {
    if (!this.#online) return
    this.#reported.set(player, this.#clock.elapsed())
    this.#apply(eventId, player)
  }

  #apply(eventId: PlayerChange['eventId'], player: string): void {
    const known = this.#online
    if (!known || known.has(player) === (eventId === 'player.join')) return
    if (eventId === 'player.join') known.add(player)
    else known.delete(player)
    this.#onChange({ eventId, player })
  }
}
