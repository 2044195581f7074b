/** Model world: what the model of the console acts on, held in memory. */

export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface ModelPlayer extends Position {
  readonly name: string
  readonly uuid: string
  readonly yaw: number
  readonly pitch: number
  readonly dimension: string
  readonly health: number
  readonly food: number
  readonly gameMode: string
  readonly effects: readonly string[]
  /** Of an effect, where they are not 30 seconds of level I. */
  readonly strengths?: Readonly<Record<string, { readonly seconds: number; readonly amplifier: number }>>
  /** Id of an item → how many. */
  readonly inventory?: Readonly<Record<string, number>>
  readonly spawn?: Position & { readonly dimension: string }
  /** What the console shows before the name. */
  readonly prefix?: string
}

export interface ModelEntity extends Position {
  readonly uuid: string
  /** For example `minecraft:cow`. */
  readonly type: string
  readonly customName?: string
  readonly dimension: string
}

export type Weather = 'clear' | 'rain' | 'thunder'

/** A world that the console can act on; it may wrap another one. */
export interface ConsoleWorld {
  readonly maxPlayers: number
  players(): Promise<readonly ModelPlayer[]>
  /** The player afterwards. */
  change(name: string, change: Partial<ModelPlayer>): Promise<void>
  teleport(name: string, place: Partial<ModelPlayer>): Promise<void>
  kick(name: string, reason: string): Promise<void>
  /** Ticks since the world began, and of its days. */
  time(): Promise<{ readonly game: number; readonly day: number }>
  setTime(day: number): Promise<void>
  weather(): Promise<Weather>
  setWeather(weather: Weather, seconds?: number): Promise<void>
  /** For example `minecraft:oak_stairs[facing=north]`; undefined when the place is not loaded. */
  block(dimension: string, place: Position): Promise<string | undefined>
  setBlock(dimension: string, place: Position, block: string): Promise<void>
  entities(dimension: string): Promise<readonly ModelEntity[]>
  addEntity(entity: ModelEntity): Promise<void>
  removeEntity(uuid: string): Promise<void>
  /** Plain text shown to a player, or to everybody. */
  show(text: string, to?: string): Promise<void>
  /** What belongs to the server rather than to the world. */
  readonly server: ModelServerState
}

export interface ModelObjective {
  readonly criterion: string
  readonly scores: Map<string, { readonly value: number; readonly isLocked: boolean }>
}

export interface ModelServerState {
  readonly rules: Map<string, string>
  readonly operators: Set<string>
  readonly allowlist: Set<string>
  allowlistEnabled: boolean
  readonly banned: Map<string, string>
  difficulty: string
  border: number
  saving: boolean
  stopped: boolean
  /** Players who have ever joined: `op`, `ban` and `whitelist add` know them. */
  readonly known: Set<string>
  readonly objectives: Map<string, ModelObjective>
  /** Chunks that stay loaded: dimension, x and z. */
  readonly forced: Set<string>
}

export const freshServer = (): ModelServerState => ({
  rules: new Map([
    ['doDaylightCycle', 'true'],
    ['keepInventory', 'false'],
    ['disableRaids', 'false'],
    ['randomTickSpeed', '3'],
    ['doFireTick', 'true'],
    ['logAdminCommands', 'true'],
    ['mobGriefing', 'true'],
  ]),
  operators: new Set(),
  allowlist: new Set(),
  allowlistEnabled: false,
  banned: new Map(),
  difficulty: 'easy',
  border: 59_999_968,
  saving: true,
  stopped: false,
  known: new Set(['Steve', 'Alex', 'Herobrine']),
  objectives: new Map(),
  forced: new Set(),
})

export class MemoryWorld implements ConsoleWorld {
  readonly maxPlayers = 20
  readonly server = freshServer()
  /** Messages that players received, in order. */
  readonly shown: { readonly text: string; readonly to?: string }[] = []
  readonly blocks = new Map<string, string>()
  readonly people = new Map<string, ModelPlayer>()
  readonly creatures = new Map<string, ModelEntity>()
  ticks = 1_000
  sky: Weather = 'clear'

  join(name: string, more: Partial<ModelPlayer> = {}): void {
    const digits = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
    const uuid = `${digits.toString(16).padStart(8, '0')}-0000-4000-8000-000000000001`
    this.server.known.add(name)
    this.people.set(name, {
      name,
      uuid,
      x: 8.5,
      y: 64,
      z: -3.25,
      yaw: 90,
      pitch: 0,
      dimension: 'minecraft:overworld',
      health: 20,
      food: 20,
      gameMode: 'survival',
      effects: [],
      ...more,
    })
  }

  /** What a player types: `/trigger OBJECTIVE set VALUE`. @returns whether the game took it */
  trigger(player: string, objective: string, value: number): boolean {
    const { criterion, scores } = this.server.objectives.get(objective) ?? {}
    if (criterion !== 'trigger' || scores?.get(player)?.isLocked !== false) return false
    scores.set(player, { value, isLocked: true })
    return true
  }

  async players(): Promise<readonly ModelPlayer[]> {
    return [...this.people.values()]
  }

  async change(name: string, change: Partial<ModelPlayer>): Promise<void> {
    const player = this.people.get(name)
    if (player) this.people.set(name, { ...player, ...change })
  }

  teleport(name: string, place: Partial<ModelPlayer>): Promise<void> {
    return this.change(name, place)
  }

  async kick(name: string): Promise<void> {
    this.people.delete(name)
  }

  async time(): Promise<{ game: number; day: number }> {
    return { game: this.ticks + 500, day: this.ticks }
  }

  async setTime(day: number): Promise<void> {
    this.ticks = day
  }

  async weather(): Promise<Weather> {
    return this.sky
  }

  async setWeather(weather: Weather): Promise<void> {
    this.sky = weather
  }

  async block(dimension: string, place: Position): Promise<string | undefined> {
    if (Math.abs(place.x) > 10_000) return undefined
    return this.blocks.get(keyOf(dimension, place)) ?? (place.y < 64 ? 'minecraft:stone' : 'minecraft:air')
  }

  async setBlock(dimension: string, place: Position, block: string): Promise<void> {
    this.blocks.set(keyOf(dimension, place), block)
  }

  async entities(dimension: string): Promise<readonly ModelEntity[]> {
    return [...this.creatures.values()].filter((one) => one.dimension === dimension)
  }

  async addEntity(entity: ModelEntity): Promise<void> {
    this.creatures.set(entity.uuid, entity)
  }

  async removeEntity(uuid: string): Promise<void> {
    this.creatures.delete(uuid)
  }

  async show(text: string, to?: string): Promise<void> {
    this.shown.push({ text, ...(to !== undefined && { to }) })
  }
}

const keyOf = (dimension: string, { x, y, z }: Position): string => `${dimension} ${x} ${y} ${z}`
