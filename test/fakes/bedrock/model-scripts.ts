/**
 * A model of the game's script engine: it runs the script of a real `.mcpack` against `@minecraft/server` as far as the
 * pack uses it. It is not the game.
 */
import { runInNewContext } from 'node:vm'
import { transformSync } from 'esbuild'
import { strFromU8, unzipSync } from 'fflate'
import type { ModelWorld } from './model-world.js'

interface ScriptEvent {
  readonly id: string
  readonly message: string
  readonly sourceType: string
  readonly sourceEntity?: unknown
}

interface ScriptLocation {
  readonly x: number
  readonly y: number
  readonly z: number
}

const dimensions = ['overworld', 'nether', 'the_end']

export class ModelScripts {
  readonly #world: ModelWorld
  readonly #tell: (player: string, message: string) => void
  readonly #listeners: ((event: ScriptEvent) => void)[] = []
  readonly #playerClass: new (
    name: string,
  ) => object

  constructor(mcpack: Uint8Array, world: ModelWorld, tell: (player: string, message: string) => void) {
    this.#world = world
    this.#tell = tell
    this.#playerClass = this.#players()
    const script = unzipSync(mcpack)['scripts/gatehouse.js']
    const { code } = transformSync(strFromU8(script ?? new Uint8Array()), { format: 'cjs' })
    const server = this.#server()
    // The engine of the game has no Node and no browser.
    runInNewContext(code, {
      module: { exports: {} },
      require(name: string) {
        if (name !== '@minecraft/server') throw new Error(`the game has no ${name}`)
        return server
      },
    })
  }

  /** A player typed, or sent, a `scriptevent`. */
  scriptEvent(line: string, player: string): void {
    const [, id = '', message = ''] = /^scriptevent (\S+) (.*)$/su.exec(line) ?? []
    this.emit({ id, message, sourceType: 'Entity', sourceEntity: new this.#playerClass(player) })
  }

  emit(event: ScriptEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #server() {
    const world = this.#world
    const Player = this.#playerClass
    return {
      Player,
      ScriptEventSource: { Block: 'Block', Entity: 'Entity', NPCDialogue: 'NPCDialogue', Server: 'Server' },
      system: {
        afterEvents: {
          scriptEventReceive: { subscribe: (listener: (event: ScriptEvent) => void) => this.#listeners.push(listener) },
        },
      },
      world: {
        getAllPlayers: () => world.players.map((name) => new Player(name)),
        getDay: () => 3,
        getTimeOfDay: () => world.time,
        getDefaultSpawnLocation: () => ({ x: 0, y: 64, z: 0 }),
        getDimension: (name: string) => ({
          id: `minecraft:${name}`,
          getBlock: (place: ScriptLocation) => this.#block(place),
          getEntities: (options: {
            readonly type?: string
            readonly location?: ScriptLocation
            readonly maxDistance?: number
          }) => this.#entities(options),
        }),
      },
    }
  }

  #block({ x, y, z }: ScriptLocation) {
    if (Math.abs(x) > 1_000) return undefined
    const typeId = `minecraft:${this.#world.blockAt(x, y, z)}`
    return { typeId, permutation: { getAllStates: () => ({ facing_direction: 2 }) } }
  }

  #entities({
    type,
    location,
    maxDistance = Number.POSITIVE_INFINITY,
  }: {
    readonly type?: string
    readonly location?: ScriptLocation
    readonly maxDistance?: number
  }) {
    return this.#world.entities.filter(
      (entity) =>
        (type === undefined || type === entity.typeId) &&
        (!location ||
          Math.hypot(entity.location.x - location.x, entity.location.y - location.y, entity.location.z - location.z) <=
            maxDistance),
    )
  }

  #players() {
    const [world, tell] = [this.#world, this.#tell]
    return class Player {
      readonly name: string
      constructor(name: string) {
        this.name = name
      }
      get location() {
        return world.positions.get(this.name) ?? { x: 0.5, y: 64, z: 0.5 }
      }
      get dimension() {
        return { id: `minecraft:${dimensions[world.positions.get(this.name)?.dimension ?? 0]}` }
      }
      getRotation() {
        return { x: 10, y: 90 }
      }
      getGameMode() {
        return 'survival'
      }
      runCommand(command: string) {
        const [, message = ''] = /^tell @s (.*)$/su.exec(command) ?? []
        tell(this.name, message)
        return { successCount: 1 }
      }
    }
  }
}
