/** Players: who is there, who has ever been there, and where they stand. */
import { ContractError } from '../../agent-sdk/index.js'
import { between, type Random } from '../../validation/mulberry32.js'
import { spawn, type WorldPosition } from './place.js'

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

  /** @throws ContractError BUSINESS.PLAYER_NOT_FOUND when nobody of this name was ever here */
  known(name: string): Player {
    const player = this.#known.get(name)
    if (player) return player
    throw new ContractError('BUSINESS.PLAYER_NOT_FOUND', {
      message: `Nobody called ${name} was ever here.`,
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

  /** A player who has been here before, and is not now. */
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

  /** Everybody who is there walks a few steps and looks around. */
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

  /** Who came later stands at spawn again. */
  restore(states: Readonly<Record<string, PlayerState>>): void {
    for (const name of this.#known.keys()) {
      this.change(name, states[name] ?? { location: spawn, health: 20, food: 18 })
    }
  }
}
