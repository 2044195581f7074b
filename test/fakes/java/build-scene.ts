/**
 * Build scene: a model of a server on which builds run, without region files: blocks as in `RegionWorld`, other commands
 * as in `ModelConsole`, ticks by a fake clock.
 */
import { air } from '../../../src-main/policy/build/block-state.js'
import type { BuildPlan, Cells, Extent } from '../../../src-main/policy/build/plan.js'
import type { JavaBuildsOptions } from '../../../src-main/providers/java/build/java-builds.js'
import {
  type BlockEntity,
  BlockVolume,
  type Box,
  sizeOf,
  volumeOf,
} from '../../../src-main/providers/java/folder/block-volume.js'
import { folderError } from '../../../src-main/providers/java/folder/folder-problem.js'
import type { Console } from '../../../src-main/providers/java/ports.js'
import { FakeClock } from '../fake-clock.js'
import { RecordingLog } from '../recording-log.js'
import { type ConnectedBuilds, type ConnectedBuildsOptions, connectBuilds } from './connected-builds.js'
import { ModelConsole } from './console/model-console.js'
import { MemoryWorld } from './console/model-world.js'
import { RegionWorld } from './region-world.js'

const aboutBlocks = /^(?:minecraft:)?(?:setblock|fill|save-all|data (?:modify|remove) block)/u

/** A world whose age follows a clock, as fast as `tps` says. */
class TickingWorld extends MemoryWorld {
  tps = 20
  readonly #clock: FakeClock
  #age = 1_000
  #at = 0

  constructor(clock: FakeClock) {
    super()
    this.#clock = clock
  }

  setTps(tps: number): void {
    this.#age = this.#now
    this.#at = this.#clock.elapsed()
    this.tps = tps
  }

  get #now(): number {
    return this.#age + ((this.#clock.elapsed() - this.#at) / 1_000) * this.tps
  }

  override async time() {
    return { game: Math.floor(this.#now), day: Math.floor(this.#now) }
  }
}

/** The world of one server; programs come and go. */
export class BuildServer implements Console {
  readonly clock: FakeClock
  readonly people: TickingWorld
  readonly blocks: RegionWorld
  readonly model: ModelConsole
  /** Blocks that were set, by place, for a build that must set none twice. */
  readonly commands: string[] = []
  /** The files hold what was saved last, not what is there now. */
  isSavedLate = false
  #saved: Pick<RegionWorld, 'states' | 'entities'> | undefined
  /** Chunks that were never visited, as `x z`. */
  readonly ungenerated = new Set<string>()

  constructor(folder: string, version = '1.21.1', clock = new FakeClock()) {
    this.clock = clock
    this.people = new TickingWorld(clock)
    this.blocks = new RegionWorld({ regions: folder, isInMemory: true })
    this.model = new ModelConsole({ version, world: this.people })
  }

  async run(command: string): Promise<string> {
    this.commands.push(command)
    if (command.startsWith('forceload add')) this.ungenerated.clear()
    if (!aboutBlocks.test(command)) return this.model.run(command)
    if (this.isSavedLate && command.startsWith('save-all'))
      this.#saved = { states: new Map(this.blocks.states), entities: new Map(this.blocks.entities) }
    return this.blocks.run(command)
  }

  /** Lets time pass until it is so: files are really written meanwhile, so no time is enough. */
  async eventually(isSo: () => boolean | Promise<boolean>, step = 100): Promise<void> {
    while (!(await isSo())) await this.clock.advance(step)
  }

  async until<Value>(promise: Promise<Value>, step?: number): Promise<Value> {
    let isDone = false
    const end = () => {
      isDone = true
    }
    promise.then(end, end)
    await this.eventually(() => isDone, step)
    return promise
  }

  /** What the region files would say after a save. */
  volume(box: Box): BlockVolume {
    const { min } = box
    const size = sizeOf(box)
    const { states, entities } = this.#saved ?? this.blocks
    const palette = new Map([[air, 0]])
    const indices = new Uint16Array(volumeOf(box))
    for (let index = 0; index < indices.length; index++) {
      const x = min.x + (index % size.x)
      const z = min.z + (Math.floor(index / size.x) % size.z)
      const state = states.get(`${x} ${min.y + Math.floor(index / (size.x * size.z))} ${z}`) ?? air
      if (!palette.has(state)) palette.set(state, palette.size)
      indices[index] = palette.get(state) ?? 0
    }
    const blockEntities = [...entities].flatMap(([key, data]): BlockEntity[] => {
      const [x = 0, y = 0, z = 0] = key.split(' ').map(Number)
      const at = { x, y, z }
      const isIn = (['x', 'y', 'z'] as const).every((axis) => at[axis] >= min[axis] && at[axis] <= box.max[axis])
      return isIn ? [{ ...at, data: { ...data } as BlockEntity['data'] }] : []
    })
    return new BlockVolume({ box, palette: [...palette.keys()], indices, blockEntities, dataVersion: 4_189 })
  }

  async volumeIfGenerated(box: Box): Promise<BlockVolume> {
    if (this.ungenerated.has(`${box.min.x >> 4} ${box.min.z >> 4}`)) throw folderError('not-generated', 'r.0.0.mca')
    return this.volume(box)
  }
}

export interface Program extends ConnectedBuilds {
  readonly log: RecordingLog
}

/** One run of Gatehouse beside the server. @param console what it reaches of the server; it may die */
export function startProgram(
  server: BuildServer,
  profile: string,
  planOf: () => BuildPlan,
  more: Partial<JavaBuildsOptions> & Partial<Pick<ConnectedBuildsOptions, 'console' | 'limits'>> = {},
): Program {
  const { console = server, ...options } = more
  const log = new RecordingLog()
  const connected = connectBuilds({
    console,
    version: server.model.version,
    profile,
    clock: server.clock,
    log,
    blocks: (box) => server.volumeIfGenerated(box),
    planOf: () => Promise.resolve(planOf()),
    ...options,
  })
  return { ...connected, log }
}

/** The blocks of a box, for `planFrom`. */
export function boxOf(from: readonly number[], to: readonly number[], state: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>()
  for (let y = from[1] ?? 0; y <= (to[1] ?? 0); y++)
    for (let z = from[2] ?? 0; z <= (to[2] ?? 0); z++)
      for (let x = from[0] ?? 0; x <= (to[0] ?? 0); x++) cells.set(`${x} ${y} ${z}`, state)
  return cells
}

/** A plan that sets these blocks, in tiles of this side. */
export function planFrom(cells: ReadonlyMap<string, string>, { side = 32, world = 'world' } = {}): BuildPlan {
  const at = (key: string) => key.split(' ').map(Number) as [number, number, number]
  const corners = new Map<string, Extent>()
  for (const key of cells.keys()) {
    const [x, y, z] = at(key).map((one) => Math.floor(one / side) * side) as [number, number, number]
    const max = { x: x + side - 1, y: y + side - 1, z: z + side - 1 }
    corners.set(`${x} ${y} ${z}`, { min: { x, y, z }, max })
  }
  const tiles = [...corners.values()].sort((a, b) => a.min.y - b.min.y || a.min.z - b.min.z || a.min.x - b.min.x)
  const min = { x: 0, y: 0, z: 0 }
  const extent = { min: tiles[0]?.min ?? min, max: tiles.at(-1)?.max ?? min }
  return {
    name: 'Test',
    world,
    parts: [],
    extent,
    most: cells.size,
    hash: JSON.stringify([...cells]).slice(0, 64),
    tiles,
    draw: (box, before) => drawn(cells, box, before),
    layers: () => [],
  }
}

function drawn(cells: ReadonlyMap<string, string>, box: Extent, before?: Cells) {
  const palette = new Map((before?.palette ?? [air]).map((state, number) => [state, number]))
  const indices = Uint16Array.from(before?.indices ?? new Uint16Array(volumeOf(box)))
  const parts = new Uint16Array(indices.length)
  const size = sizeOf(box)
  for (const [key, state] of cells) {
    const [x = 0, y = 0, z = 0] = key.split(' ').map(Number)
    const { min, max } = box
    if (x < min.x || x > max.x || y < min.y || y > max.y || z < min.z || z > max.z) continue
    if (!palette.has(state)) palette.set(state, palette.size)
    const index = ((y - min.y) * size.z + (z - min.z)) * size.x + (x - min.x)
    indices[index] = palette.get(state) ?? 0
    parts[index] = 1
  }
  return { palette: [...palette.keys()], indices, parts }
}
