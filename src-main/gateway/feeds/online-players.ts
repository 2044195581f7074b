/**
 * Online players: who is on a server now, where, and since when, for the page of the server.
 *
 * Guards invariant 1: it only reads, as the read before an action does, and no caller can reach it. Guards invariant 5:
 * names and places are cleaned, and bounded in number.
 */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import type { OnlinePlayer } from '@shared/servers/server-console.js'
import type { GameEntry } from '@shared/trail/live.js'
import { cleanObject, plainName } from '../../policy/text/untrusted-text.js'
import { withDeadline } from '../path/steps/deadline.js'
import { Emitter } from '../ports/emitter.js'
import type { Validator } from '../ports/provider.js'
import type { CapabilityOffer } from '../ports/registry.js'
import type { Clock } from '../ports/runtime.js'
import { orderedOffer } from '../trust/ordered-offer.js'
import type { Registry } from '../trust/registry.js'

const maxPlayers = 200
/** Players whose place is read one by one, where the list does not give it. */
const maxPlaces = 20
const readTimeoutMs = 4_000

export interface OnlinePlayersDependencies {
  readonly registry: Registry
  readonly validator: Validator
  readonly clock: Clock
}

export class OnlinePlayers {
  readonly #deps: OnlinePlayersDependencies
  /** Server → name → ISO 8601. */
  readonly #joined = new Map<string, Map<string, string>>()
  readonly #onDidList = new Emitter<readonly string[]>()
  /** Notifies of the names in each list, before anybody gets it. */
  readonly onDidList = this.#onDidList.on

  constructor(deps: OnlinePlayersDependencies) {
    this.#deps = deps
  }

  /** Notes who came and who left. */
  note({ eventId, server, data, at }: GameEntry): void {
    const { playerName: name } = data
    if (typeof name !== 'string' || (eventId !== 'player.join' && eventId !== 'player.leave')) return
    const joined = this.#joined.get(server.id) ?? new Map<string, string>()
    joined.delete(name)
    if (eventId === 'player.join') joined.set(name, at)
    const oldest = joined.size > maxPlayers ? joined.keys().next().value : undefined
    if (oldest !== undefined) joined.delete(oldest)
    this.#joined.set(server.id, joined)
  }

  /** The server disconnected: who came and left meanwhile is not known. */
  forget(serverId: string): void {
    this.#joined.delete(serverId)
  }

  /** Reads only who is there; what it finds is reported. Does nothing on a server that cannot list its players. */
  async look(serverId: string): Promise<void> {
    const list = orderedOffer(this.#deps.registry, serverId, 'player.list')
    if (list?.manifest.type === 'context') await this.#listed(list)
  }

  /** @throws GatewayError when the server cannot list its players */
  async on(serverId: string): Promise<readonly OnlinePlayer[]> {
    const list = orderedOffer(this.#deps.registry, serverId, 'player.list')
    if (list?.manifest.type !== 'context')
      throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId: 'player.list' } })
    const listed = await this.#listed(list)
    const info = orderedOffer(this.#deps.registry, serverId, 'player.info.get')
    const joined = this.#joined.get(serverId)
    return Promise.all(
      listed.map(async ({ name, location }, at) => {
        const player = plainName(String(name))
        const place = isObject(location)
          ? location
          : info && at < maxPlaces
            ? await this.#placeOf(String(name), info)
            : undefined
        const since = joined?.get(player)
        return { player, ...(place && { location: place }), ...(since !== undefined && { since }) }
      }),
    )
  }

  async #listed(list: CapabilityOffer): Promise<readonly JsonObject[]> {
    const { players } = await this.#read(list, {})
    const listed = (Array.isArray(players) ? players.filter(isObject) : []).slice(0, maxPlayers)
    this.#onDidList.emit(listed.map(({ name }) => plainName(String(name))))
    return listed
  }

  /** Undefined when the server does not tell it. */
  async #placeOf(playerName: string, info: CapabilityOffer): Promise<JsonObject | undefined> {
    try {
      const { location } = await this.#read(info, { playerName }, ['location'])
      return isObject(location) ? location : undefined
    } catch {
      return undefined
    }
  }

  async #read(
    { link, manifest }: CapabilityOffer,
    given: JsonObject,
    members?: readonly string[],
  ): Promise<JsonObject> {
    const { clock, validator } = this.#deps
    const request = {
      requestId: randomUUID(),
      capabilityId: manifest.id,
      version: manifest.version,
      arguments: given,
      ...(members && { members }),
      caller: 'gatehouse',
      traceId: randomUUID(),
    }
    const response = await withDeadline(clock, readTimeoutMs, (cancellation) => link.invoke(request, cancellation))
    const checked = validator.checkReturns(manifest, cleanObject(response.data))
    if (!checked.ok) throw new GatewayError('PROTOCOL.INVALID_RESPONSE')
    return checked.value
  }
}
