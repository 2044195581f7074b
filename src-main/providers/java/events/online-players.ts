/**
 * Online players: derives joins and leaves by comparing successive player lists.
 *
 * Players are identified by name: not every list has ids. A list that could not be read is not compared.
 */
import { randomUUID } from 'node:crypto'
import type { GatewayError } from '@contract/gateway-error.js'
import type { ProviderEvent } from '../../../gateway/ports/provider.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { isUnreadableList, type ListedPlayer, type PlayerList } from '../dialects/player-list.js'

export class JavaOnlinePlayers {
  readonly #emitEvent: (event: ProviderEvent) => void
  readonly #clock: Pick<Clock, 'now'>
  /** Undefined before the first list: players in it did not just join. */
  #online: ReadonlyMap<string, ListedPlayer> | undefined

  constructor(onPlayerEvent: (event: ProviderEvent) => void, clock: Pick<Clock, 'now'>) {
    this.#emitEvent = onPlayerEvent
    this.#clock = clock
  }

  /** Why the last list could not be read; undefined when it could. */
  problem: GatewayError | undefined

  /**
   * Reads who is online. Of a list that cannot be read, at most the number of players is known. `moved`: the names of
   * players who came or went and whom no other source reported. @throws GatewayError when the server did not respond
   *
   * @param read undefined where no list ever comes: then only other sources report who comes and goes
   */
  async poll(
    read: () => Promise<PlayerList | undefined>,
  ): Promise<Partial<PlayerList> & { readonly moved: readonly string[] }> {
    try {
      const list = await read()
      this.problem = undefined
      if (!list) {
        this.#online ??= new Map()
        return { moved: [] }
      }
      return { ...list, moved: this.#update(list.players) }
    } catch (thrown) {
      if (!isUnreadableList(thrown)) throw thrown
      this.problem = thrown
      const { online } = thrown.details ?? {}
      return { moved: [], ...(typeof online === 'number' && { online }) }
    }
  }

  #update(players: readonly ListedPlayer[]): readonly string[] {
    const before = this.#online
    const now = new Map(players.map((player) => [keyOf(player), player]))
    this.#online = now
    if (!before) return []
    const came = players.filter((player) => !before.has(keyOf(player)))
    const gone = [...before.values()].filter((player) => !now.has(keyOf(player)))
    for (const player of came) this.#emit('player.join', player)
    for (const player of gone) this.#emit('player.leave', player)
    return [...came, ...gone].map(({ name }) => name)
  }

  /** Who is online under exactly this name. */
  find(name: string): ListedPlayer | undefined {
    const found = this.#online?.get(name.toLowerCase())
    return found?.name === name ? found : undefined
  }

  /** Another source reported it before the next list. */
  report(kind: 'join' | 'leave', player: ListedPlayer): void {
    if (!this.#online || this.#online.has(keyOf(player)) === (kind === 'join')) return
    const now = new Map(this.#online)
    if (kind === 'join') now.set(keyOf(player), player)
    else now.delete(keyOf(player))
    this.#online = now
    this.#emit(`player.${kind}`, player)
  }

  /** The connection was lost: joins and leaves are unknown until it is back. */
  forget(): void {
    this.#online = undefined
    this.problem = undefined
  }

  #emit(eventId: string, { name, uuid }: ListedPlayer): void {
    const at = this.#clock.now().toISOString()
    const data = { playerName: cleanText(name, 64), ...(uuid !== undefined && { playerUuid: uuid }), timestamp: at }
    this.#emitEvent({ id: randomUUID(), eventId, at, data })
  }
}

const keyOf = ({ name }: ListedPlayer): string => name.toLowerCase()
