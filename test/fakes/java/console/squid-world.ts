/**
 * Squid world: the model console over the real Minecraft-protocol world of `test/world`, so that real players see what
 * a command does. Blocks are kept in a region world, which `save-all flush` writes to region files.
 */
import type { JsonLinesProcess } from '../../../fixtures/json-lines-process.js'
import type { RegionWorld } from '../region-world.js'
import type { ModelConsole } from './model-console.js'
import { MemoryWorld, type ModelPlayer, type Weather } from './model-world.js'

interface Inhabitant {
  readonly name: string
  readonly uuid: string
  readonly health: number
  readonly food: number
  readonly gameMode: string
  readonly place: {
    readonly x: number
    readonly y: number
    readonly z: number
    readonly yaw: number
    readonly pitch: number
  }
}

export class SquidWorld extends MemoryWorld {
  readonly #process: JsonLinesProcess
  /** What the real world does not keep of a player: effects, items, the spawn point. */
  readonly #kept = new Map<string, Partial<ModelPlayer>>()
  #asked = 0

  constructor(process: JsonLinesProcess) {
    super()
    this.#process = process
  }

  override async players(): Promise<readonly ModelPlayer[]> {
    const players = await this.#ask<readonly Inhabitant[]>('players')
    return players.map(({ place, ...player }) => {
      this.server.known.add(player.name)
      return { ...player, ...place, dimension: 'minecraft:overworld', effects: [], ...this.#kept.get(player.name) }
    })
  }

  override async change(name: string, change: Partial<ModelPlayer>): Promise<void> {
    this.#kept.set(name, { ...this.#kept.get(name), ...change })
  }

  override async teleport(name: string, { x, y, z, yaw, pitch }: Partial<ModelPlayer>): Promise<void> {
    await this.#ask('teleport', name, { x, y, z, yaw, pitch })
  }

  override async kick(name: string, reason = ''): Promise<void> {
    await this.#ask('kick', name, reason)
  }

  override async time(): Promise<{ game: number; day: number }> {
    const { fullTime } = await this.#ask<{ fullTime: number }>('time')
    return { game: fullTime, day: fullTime }
  }

  override async setTime(day: number): Promise<void> {
    await this.#ask('setTime', day)
  }

  override weather(): Promise<Weather> {
    return this.#ask<Weather>('weather')
  }

  override async setWeather(weather: Weather, seconds?: number): Promise<void> {
    await this.#ask('setWeather', weather, seconds)
  }

  override async show(text: string, to?: string): Promise<void> {
    await super.show(text, to)
    // Its players are sent only what everybody sees.
    if (to === undefined) await this.#ask('broadcast', text)
  }

  /** Shows the players a block as it is now. */
  async mirror(at: { readonly x: number; readonly y: number; readonly z: number }, state: string): Promise<void> {
    const [type = '', inside = ''] = state.split('[', 2)
    const pairs = inside
      .replace(']', '')
      .split(',')
      .filter((pair) => pair !== '')
    await this.#ask('setBlock', at, type, Object.fromEntries(pairs.map((pair) => pair.split('='))))
  }

  async #ask<Value>(method: string, ...given: readonly unknown[]): Promise<Value> {
    this.#asked += 1
    const id = this.#asked
    const after = this.#process.lines.length
    this.#process.send({ console: method, given: given.map((one) => one ?? null), id })
    const line = await this.#process.until(({ event, id: of }) => event === 'console' && of === id, { after })
    return line.value as Value
  }
}

const aboutBlocks = /^(?:setblock|fill|save-all|data (?:modify|remove) block)/u

/** One console: commands about blocks change the region world, and the players see what changed. */
export function consoleOver(model: ModelConsole, world: SquidWorld, regions: RegionWorld) {
  return async (command: string): Promise<readonly string[]> => {
    if (!aboutBlocks.test(command)) return [await model.run(command)]
    const before = new Map(regions.states)
    const reply = await regions.run(command)
    for (const key of new Set([...before.keys(), ...regions.states.keys()])) {
      const now = regions.states.get(key)
      const [x = 0, y = 0, z = 0] = key.split(' ').map(Number)
      if (now !== before.get(key)) await world.mirror({ x, y, z }, now ?? 'minecraft:air')
    }
    return [reply]
  }
}
