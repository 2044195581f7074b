/**
 * Demo world: a small Minecraft world that lives in memory, for trying Gatehouse without a server.
 *
 * Time runs at 20 ticks a second by the clock it is given.
 */
import { GatewayError } from '../contract/gateway-error.js'

/** World age at the start: the first minutes of day 51. */
const firstTick = 51 * 24_000 + 1_000
const ticksADay = 24_000

export interface Place {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw: number
  readonly pitch: number
}

export interface DemoPlayer {
  readonly name: string
  readonly uuid: string
  location: Place
}

export const worldName = 'world'
export const maxPlayers = 20
const spawn: Place = { world: worldName, x: 0, y: 64, z: 0, yaw: 0, pitch: 0 }

export class DemoWorld {
  readonly #elapsed: () => number
  readonly #players = new Map<string, DemoPlayer>()
  #tickAtStart = firstTick

  /** @param elapsed milliseconds since the world began */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
    this.join('Steve', '8667ba71-b85a-4004-af54-457a9734eed7')
    this.join('Alex', 'ec561538-f3fd-461d-aff5-086b22154bce')
    this.#player('Alex').location = { ...spawn, x: 24, z: -17 }
  }

  get fullTime(): number {
    return this.#tickAtStart + Math.floor(this.#elapsed() / 50)
  }

  time(world: string) {
    this.#mustExist(world)
    const time = this.fullTime % ticksADay
    return {
      worldName,
      time,
      fullTime: this.fullTime,
      day: Math.floor(this.fullTime / ticksADay),
      phase: phaseOf(time),
    }
  }

  /** @returns ticks of the day before and after */
  setTime(world: string, time: number) {
    this.#mustExist(world)
    const previousTime = this.fullTime % ticksADay
    this.#tickAtStart += (time % ticksADay) - previousTime
    return { worldName, previousTime, time }
  }

  players(): DemoPlayer[] {
    return [...this.#players.values()]
  }

  info(name: string) {
    const player = this.#player(name)
    return { ...player, health: 20, food: 18, gameMode: 'survival', ping: 12 }
  }

  teleport(name: string, to: Place) {
    this.#mustExist(to.world)
    const player = this.#player(name)
    const previousLocation = player.location
    player.location = to
    return { success: true, previousLocation, newLocation: to }
  }

  join(name: string, uuid: string): DemoPlayer {
    const player = { name, uuid, location: spawn }
    this.#players.set(name, player)
    return player
  }

  leave(name: string): void {
    this.#players.delete(name)
  }

  #player(name: string): DemoPlayer {
    const player = this.#players.get(name)
    if (player) return player
    throw new GatewayError('BUSINESS.PLAYER_OFFLINE', { message: `${name} is not online.`, details: { player: name } })
  }

  #mustExist(world: string): void {
    if (world !== worldName) {
      throw new GatewayError('BUSINESS.WORLD_NOT_FOUND', {
        message: `There is no world "${world}".`,
        details: { worlds: [worldName] },
      })
    }
  }
}

export function phaseOf(time: number): 'dawn' | 'day' | 'dusk' | 'night' {
  if (time < 1_000 || time >= 23_000) return 'dawn'
  if (time < 12_000) return 'day'
  return time < 13_000 ? 'dusk' : 'night'
}
