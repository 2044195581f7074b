/** Online players: derives joins and leaves by comparing successive player lists. */
import { randomUUID } from 'node:crypto'
import type { ProviderEvent } from '../../../gateway/ports/provider.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { ListedPlayer } from '../capabilities/player-list.js'

export class JavaOnlinePlayers {
  readonly #emitEvent: (event: ProviderEvent) => void
  readonly #clock: Pick<Clock, 'now'>
  /** Undefined before the first list: players in it did not just join. */
  #online: ReadonlyMap<string, ListedPlayer> | undefined

  constructor(onPlayerEvent: (event: ProviderEvent) => void, clock: Pick<Clock, 'now'>) {
    this.#emitEvent = onPlayerEvent
    this.#clock = clock
  }

  /** @returns whether a player came or went that no other source reported */
  update(players: readonly ListedPlayer[]): boolean {
    const before = this.#online
    const now = new Map(players.map((player) => [player.uuid, player]))
    this.#online = now
    if (!before) return false
    const came = players.filter(({ uuid }) => !before.has(uuid))
    const gone = [...before.values()].filter(({ uuid }) => !now.has(uuid))
    for (const player of came) this.#emit('player.join', player)
    for (const player of gone) this.#emit('player.leave', player)
    return came.length + gone.length > 0
  }

  /** Another source reported it before the next list. */
  report(kind: 'join' | 'leave', player: ListedPlayer): void {
    if (!this.#online || this.#online.has(player.uuid) === (kind === 'join')) return
    const now = new Map(this.#online)
    if (kind === 'join') now.set(player.uuid, player)
    else now.delete(player.uuid)
    this.#online = now
    this.#emit(`player.${kind}`, player)
  }

  /** The connection was lost: joins and leaves are unknown until it is back. */
  forget(): void {
    this.#online = undefined
  }

  #emit(eventId: string, { name, uuid }: ListedPlayer): void {
    const at = this.#clock.now().toISOString()
    const data = { playerName: cleanText(name, 64), playerUuid: uuid, timestamp: at }
    this.#emitEvent({ id: randomUUID(), eventId, at, data })
  }
}
