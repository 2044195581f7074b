/**
 * Seen players: the names of players who are or were in the game since the program started, and of those whom a call
 * names, for stream-safe mode.
 *
 * Guards invariant 8 on a stream: a name stays known after its player left, so that it stays hidden. Guards invariant 3:
 * of a call only a name in Minecraft's grammar counts, so that no caller hides a part of its next request. Guards
 * invariant 7: names are cleaned and bounded; of too many, those who are not in the game are forgotten first. Names
 * of calls have places of their own, so that no caller makes a hidden name visible again.
 */
import type { JsonObject } from '@contract/call.js'
import type { LiveEntry } from '@shared/trail/live.js'
import { isMinecraftName } from '../../policy/text/player-name.js'
import { plainName } from '../../policy/text/untrusted-text.js'

/** Of those seen in the game, and of those whom calls name. */
const maxNames = 500

export class SeenPlayers {
  /** Name → whether the player is in the game, in the order of the last news. */
  readonly #names = new Map<string, boolean>()
  /** Whom calls name and nobody saw; the last named is the last. */
  readonly #named = new Set<string>()
  #list: readonly string[] = []

  /** Another list whenever the names are others. */
  get names(): readonly string[] {
    return this.#list
  }

  note(entry: LiveEntry): void {
    if (entry.kind === 'call') return this.noteNamed(entry.arguments)
    if (entry.kind !== 'game' || typeof entry.data.playerName !== 'string') return
    this.#add([entry.data.playerName], entry.eventId !== 'player.leave')
  }

  /** A call names a player, who need not be there. Any other text is the caller's, who would choose what is hidden. */
  noteNamed({ playerName, player = playerName }: JsonObject): void {
    if (typeof player !== 'string' || !isMinecraftName(player) || this.#names.has(player)) return
    const isNew = !this.#named.delete(player)
    this.#named.add(player)
    const oldest = this.#named.size > maxNames ? this.#named.values().next().value : undefined
    if (oldest !== undefined) this.#named.delete(oldest)
    if (isNew) this.#changed()
  }

  noteListed(names: readonly string[]): void {
    this.#add(names, true)
  }

  #add(given: readonly string[], present: boolean): void {
    let isNew = false
    for (const name of given.map((each) => plainName(each))) {
      if (name === '') continue
      isNew = !this.#names.delete(name) || isNew
      this.#names.set(name, present)
      this.#named.delete(name)
      if (this.#names.size > maxNames) this.#names.delete(this.#oldest())
    }
    if (isNew) this.#changed()
  }

  #changed(): void {
    this.#list = [...this.#names.keys(), ...this.#named]
  }

  #oldest(): string {
    let oldest: string | undefined
    for (const [name, present] of this.#names) {
      if (!present) return name
      oldest ??= name
    }
    return oldest ?? ''
  }
}
