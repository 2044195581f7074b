/** Players: online players, all known players, and their states. */

import { ContractError } from '../../sdk/index.js'
import { between, type Random } from '../mulberry32.js'
import { spawn, type WorldPosition } from './position.js'

export const maxPlayers = 20

export interface Player {
  readonly name: string
  readonly uuid: string
  readonly location: WorldPosition
  /** Half hearts. */
  readonly health: number
  readonly food: number
  readonly gameMode: string
  /** Milliseconds. */
  readonly ping: number
}

export type PlayerState = Pick<Player, 'location' | 'health' | 'food'>

export class Players {
  readonly #known = new Map<string, Player>()
  readonly #online = new Set<string>()

  online(): Player[] {
    return [...this.#online].map((name) => this.known(name))
  }

  isOnline(name: string): boolean {
    return this.#online.has(name)
  }

  isKnown(name: string): boolean {
    return this.#known.has(name)
  }

  /** @throws ContractError BUSINESS.PLAYER_NOT_FOUND when the player has never joined */
  known(name: string): Player {
    const player = this.#known.get(name)
    if (player) return player
    throw new ContractError('BUSINESS.PLAYER_NOT_FOUND', {
      message: `No player named ${name} has ever joined.`,
      details: { playerName: name },
    })
  }

  /** @throws ContractError BUSINESS.PLAYER_NOT_FOUND or BUSINESS.PLAYER_OFFLINE */
  present(name: string): Player {
    const player = this.known(name)
    if (this.#online.has(name)) return player
    throw new ContractError('BUSINESS.PLAYER_OFFLINE', {
      message: `${name} is not online.`,
      details: { playerName: name },
    })
  }

  /** Adds an offline player who has joined before. */
  remember(name: string, uuid: string, state: Partial<PlayerState> = {}): Player {
    const ping = 8 + (Number.parseInt(uuid.slice(0, 4), 16) % 60)
    const player = { name, uuid, location: spawn, health: 20, food: 18, gameMode: 'survival', ping, ...state }
    this.#known.set(name, player)
    return player
  }

  enter(name: string): Player {
    const player = this.known(name)
    this.#online.add(name)
    return player
  }

  leave(name: string): Player {
    const player = this.present(name)
    this.#online.delete(name)
    return player
  }

  change(name: string, state: Partial<PlayerState>): Player {
    const player = { ...this.known(name), ...state }
    this.#known.set(name, player)
    return player
  }

  /** Moves and turns every online player a little. */
  moveRandomly(random: Random): void {
    for (const { name, location } of this.online()) {
      const step = { x: location.x + between(random, -3, 3), z: location.z + between(random, -3, 3) }
      this.change(name, { location: { ...location, ...step, yaw: between(random, -180, 179) } })
    }
  }

  all(): Record<string, PlayerState> {
    const stateOf = ({ location, health, food }: Player): PlayerState => ({ location, health, food })
    return Object.fromEntries([...this.#known].map(([name, player]) => [name, stateOf(player)]))
  }

  /** Players missing in `states` are reset to spawn. */
  restore(states: Readonly<Record<string, PlayerState>>): void {
    for (const name of this.#known.keys()) {
      this.change(name, states[name] ?? { location: spawn, health: 20, food: 18 })
    }
  }
}
