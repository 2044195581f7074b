/**
 * World: a small Minecraft world in memory, for trying Gatehouse without a server.
 *
 * Deterministic: the same seed, clock and calls give the same world. It starts no timers and opens no resources; its
 * time is derived from the clock, at 20 ticks per second.
 */

import type { CoreEvent, CoreResult } from '../../sdk/index.js'
import type { WorldClock } from '../clock.js'
import { mulberry32, type Random } from '../mulberry32.js'
import { SimulatedBackups } from './backups.js'
import { type Block, Blocks } from './blocks.js'
import { Economy } from './economy.js'
import { Entities, type Entity } from './entities.js'
import { Moderation, type Sanction } from './moderation.js'
import { type Player, type PlayerState, Players } from './players.js'
import { requireInsideWorld, spawn, type WorldPosition } from './position.js'
import { type GameRuleValue, SimulatedGameRules } from './rules.js'
import { TickHealth } from './tick-health.js'
import { Time } from './time.js'
import { SimulatedWeather, type WeatherState } from './weather.js'

/** Receives the events of the world. */
export type EmitEvent = <Id extends CoreEvent>(id: Id, data: CoreResult<Id>) => void

export interface WorldOptions {
  readonly clock: Pick<WorldClock, 'now' | 'elapsed'>
  readonly seed?: number
  readonly onWorldEvent?: EmitEvent
}

/** The contents of a backup: the world and the players' possessions, but not who is online, banned or muted. */
export interface WorldState {
  readonly fullTime: number
  readonly weather: WeatherState
  readonly rules: Readonly<Record<string, GameRuleValue>>
  readonly blocks: Readonly<Record<string, Block>>
  readonly entities: readonly Entity[]
  readonly players: Readonly<Record<string, PlayerState>>
  readonly balances: Readonly<Record<string, number>>
}

/** Everything that calls can change, with descriptive names. */
export interface WorldSnapshot extends Pick<WorldState, 'rules' | 'blocks' | 'balances'> {
  readonly time: { readonly day: number; readonly timeOfDay: number }
  readonly weather: WeatherState
  readonly entities: Readonly<Record<string, Omit<Entity, 'id'>>>
  readonly players: Readonly<Record<string, PlayerState & { readonly online: boolean }>>
  readonly bans: Readonly<Record<string, Sanction>>
  readonly mutes: Readonly<Record<string, Sanction>>
  readonly backups: readonly string[]
}

export class World {
  readonly time: Time
  readonly weather: SimulatedWeather
  readonly rules: SimulatedGameRules
  readonly blocks = new Blocks()
  readonly entities: Entities
  readonly players = new Players()
  readonly economy = new Economy()
  readonly moderation: Moderation
  readonly tickHealth: TickHealth
  readonly #backups = new SimulatedBackups<WorldState>()
  readonly #clock: WorldOptions['clock']
  readonly #emitEvent: EmitEvent
  readonly #movement: Random

  constructor({ clock, seed = 1, onWorldEvent = () => {} }: WorldOptions) {
    const began = clock.elapsed()
    const age = () => Math.floor((clock.elapsed() - began) / 50)
    this.#clock = clock
    this.#emitEvent = onWorldEvent
    this.#movement = mulberry32(seed)
    this.time = new Time(age)
    // One random generator per part, so that calls to one part do not change the values of another.
    this.weather = new SimulatedWeather(age, mulberry32(seed + 1))
    this.entities = new Entities(mulberry32(seed + 2))
    this.tickHealth = new TickHealth(age, seed + 3)
    this.moderation = new Moderation(() => clock.now())
    this.rules = new SimulatedGameRules((rule, value) => {
      if (rule === 'doDaylightCycle') this.time.setRunning(value === true)
      if (rule === 'doWeatherCycle') this.weather.setRunning(value === true)
    })
    this.players.remember('Notch_42', '069a79f4-44e9-4726-a5be-fca90e38aaf5')
    for (const [name, uuid, location] of initialPlayers) {
      this.players.remember(name, uuid, { location })
      this.players.enter(name)
    }
  }

  /** Emits an event with the current time. */
  emit<Id extends CoreEvent>(id: Id, data: Omit<CoreResult<Id>, 'timestamp'>): void {
    this.#emitEvent(id, { ...data, timestamp: this.#clock.now().toISOString() } as unknown as CoreResult<Id>)
  }

  /** @returns false when the player is banned */
  join(name: string, uuid: string): boolean {
    if (this.moderation.isBanned(name)) return false
    if (this.players.isOnline(name)) return true
    const isFirstJoin = !this.players.isKnown(name)
    if (isFirstJoin) this.players.remember(name, uuid)
    const { location } = this.players.enter(name)
    this.emit('player.join', { playerName: name, playerUuid: uuid, location, isFirstJoin })
    return true
  }

  /** @throws ContractError when they are not online */
  leave(name: string, reason?: string): void {
    const { uuid } = this.players.leave(name)
    this.emit('player.leave', { playerName: name, playerUuid: uuid, ...(reason && { reason }) })
  }

  /** Messages of muted players are not sent. @throws ContractError when they are not online */
  chat(name: string, message: string): void {
    const { uuid } = this.players.present(name)
    if (!this.moderation.isMuted(name)) this.emit('player.chat', { playerName: name, playerUuid: uuid, message })
  }

  /** @throws ContractError when they are not online */
  die(name: string, cause: string, killer?: string): void {
    const { uuid, location } = this.players.present(name)
    this.players.change(name, { location: spawn, health: 20, food: 20 })
    this.emit('player.death', { playerName: name, playerUuid: uuid, location, cause, ...(killer && { killer }) })
  }

  /** @throws ContractError when they are not online, or the position is invalid */
  teleport(
    name: string,
    { world, x, y, z, yaw, pitch }: WorldPosition,
  ): { previousLocation: WorldPosition; newLocation: WorldPosition } {
    const { location: previousLocation } = this.players.present(name)
    const newLocation = { world, x, y, z, yaw, pitch }
    requireInsideWorld(newLocation)
    this.players.change(name, { location: newLocation })
    return { previousLocation, newLocation }
  }

  /** Bans a player, and disconnects them when online. @throws ContractError when the player is unknown */
  ban(name: string, reason: string, minutes?: number): { until?: string } {
    this.players.known(name)
    const ban = this.moderation.ban(name, reason, minutes)
    if (this.players.isOnline(name)) this.leave(name, `Banned: ${reason}`)
    return ban
  }

  /** @throws ContractError when the player is unknown */
  mute(name: string, minutes?: number): { until?: string } {
    this.players.known(name)
    return this.moderation.mute(name, minutes)
  }

  moveRandomly(): void {
    this.players.moveRandomly(this.#movement)
    this.entities.moveRandomly(this.#movement)
  }

  backUp() {
    return this.#backups.make(this.state(), this.#clock.now())
  }

  /** Restores the state of a backup. @throws ContractError when there is no such backup */
  restore(backupId: string): void {
    const state = this.#backups.read(backupId)
    this.rules.restore(state.rules)
    this.time.fullTime = state.fullTime
    this.weather.restore(state.weather)
    this.blocks.restore(state.blocks)
    this.entities.restore(state.entities)
    this.players.restore(state.players)
    this.economy.restore(state.balances)
  }

  /** The current state, for comparison. */
  snapshot(): WorldSnapshot {
    const { weather, rules, blocks, balances, entities, players } = this.state()
    const { day, time: timeOfDay } = this.time.read()
    return {
      time: { day, timeOfDay },
      weather,
      rules,
      blocks,
      entities: Object.fromEntries(entities.map(({ id, ...entity }) => [id, entity])),
      players: Object.fromEntries(
        Object.entries(players).map(([name, state]) => [name, { online: this.players.isOnline(name), ...state }]),
      ),
      balances,
      bans: this.moderation.bans(),
      mutes: this.moderation.mutes(),
      backups: this.#backups.list(),
    }
  }

  state(): WorldState {
    return {
      fullTime: this.time.fullTime,
      weather: this.weather.read(),
      rules: this.rules.all(),
      blocks: this.blocks.all(),
      entities: this.entities.all(),
      players: this.players.all(),
      balances: this.economy.all(),
    }
  }
}

/** Players that are online at the start. */
const initialPlayers: readonly (readonly [Player['name'], Player['uuid'], WorldPosition])[] = [
  ['Steve', '8667ba71-b85a-4004-af54-457a9734eed7', spawn],
  ['Alex', 'ec561538-f3fd-461d-aff5-086b22154bce', { ...spawn, x: 24, z: -17 }],
]
