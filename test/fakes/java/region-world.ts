/**
 * Region world: blocks in memory that setblock, fill and data commands change, and `save-all flush` writes to real region
 * files. A model of what vanilla 1.14 and later does to blocks, with the traps that an undo must survive: a command
 * that sets the existing block changes nothing but empties it, and torches break off without their support.
 */
import { Int32, parse } from 'nbtify'
import type { Console } from '../../../src-main/providers/java/ports.js'
import { type ChunkForm, type Packing, writeRegions } from '../../fixtures/java-world.js'

type Data = Record<string, unknown>

export interface RegionWorldOptions {
  /** Folder of the region files. */
  readonly regions: string
  /** Chunks from (0, 0) on, in both directions. */
  readonly chunks?: number
  readonly sections?: readonly [number, number]
  /** The lowest section of the world, where its chunks tell it. */
  readonly lowest?: number
  readonly packing?: Packing
  /** How the versions of the game write a chunk. */
  readonly form?: ChunkForm
  /** Blocks that one fill may have. */
  readonly maxPerFill?: number
  /** A save writes no files: the states are read as they are. */
  readonly isInMemory?: true
}

const air = 'minecraft:air'
/** Blocks that the game gives data as soon as they are set. */
const holding: ReadonlySet<string> = new Set(
  [
    'chest',
    'trapped_chest',
    'barrel',
    'bee_nest',
    'beehive',
    'spawner',
    'furnace',
    'dispenser',
    'bell',
    'decorated_pot',
  ]
    .concat('brewing_stand', 'campfire', 'hopper', 'lectern', 'sculk_sensor', 'suspicious_sand', 'suspicious_gravel')
    .map((name) => `minecraft:${name}`),
)
const number = String.raw`(-?\d{1,9})`
const fillForm = new RegExp(`^fill ${Array(6).fill(number).join(' ')} (\\S+)$`, 'u')
const setForm = new RegExp(
  `^setblock ${Array(3).fill(number).join(' ')} ([a-z0-9_:/.-]+(?:\\[[^\\]]*\\])?)(\\{.*\\})?$`,
  'u',
)
const modifyForm = new RegExp(
  `^data modify block ${Array(3).fill(number).join(' ')} ((?:"[^"]*"|[^\\s"])+) (set|append) value (.*)$`,
  'u',
)
const removeForm = new RegExp(`^data remove block ${Array(3).fill(number).join(' ')} (\\S+)$`, 'u')

export class RegionWorld implements Console {
  readonly states = new Map<string, string>()
  readonly entities = new Map<string, Data>()
  /** Every command, as it came. */
  readonly commands: string[] = []
  isSaving = true
  /** Called before each command; may throw like a closing connection. */
  beforeCommand: (command: string, count: number) => void = () => undefined
  readonly #options: RegionWorldOptions

  constructor(options: RegionWorldOptions) {
    this.#options = options
  }

  async run(command: string): Promise<string> {
    this.beforeCommand(command, this.commands.length)
    this.commands.push(command)
    if (Buffer.byteLength(command) > 1_446) throw new Error('The server disconnects: the packet is too long.')
    const bare = command.replace(/^minecraft:/u, '')
    if (bare === 'save-all flush') return this.#save()
    if (bare === 'save-off' || bare === 'save-on') return this.#autosave(bare === 'save-on')
    return (
      this.#fill(bare) ??
      this.#set(bare) ??
      this.#data(bare) ??
      'Unknown or incomplete command, see below for error<--[HERE]'
    )
  }

  put(x: number, y: number, z: number, state: string, data?: Data): void {
    const key = `${x} ${y} ${z}`
    if (state === air) this.states.delete(key)
    else this.states.set(key, state)
    if (data) this.entities.set(key, structuredCloneNbt(data))
    else this.entities.delete(key)
  }

  stateAt(x: number, y: number, z: number): string {
    return this.states.get(`${x} ${y} ${z}`) ?? air
  }

  async save(): Promise<void> {
    const count = this.#options.chunks ?? 1
    const indices = Array.from({ length: count * count }, (_, index) => index)
    const chunks = indices.map((index) => {
      const [x, z] = [index % count, Math.floor(index / count)]
      const blockEntities = [...this.entities].flatMap(([key, data]) => {
        const [bx = 0, by = 0, bz = 0] = key.split(' ').map(Number)
        if (bx >> 4 !== x || bz >> 4 !== z) return []
        return [{ id: 'minecraft:chest', x: new Int32(bx), y: new Int32(by), z: new Int32(bz), ...data }]
      })
      const stateAt = (bx: number, by: number, bz: number) => this.states.get(`${bx} ${by} ${bz}`)
      const { form = 'flat', sections = [0, 0] as const, lowest } = this.#options
      return { x, z, form, stateAt, blockEntities, sections, ...(lowest !== undefined && { lowest }) }
    })
    await writeRegions(this.#options.regions, chunks, { packing: this.#options.packing ?? 'zlib' })
  }

  async #save(): Promise<string> {
    if (!this.#options.isInMemory) await this.save()
    return 'Saving the game (this may take a moment!)Saved the game'
  }

  #autosave(on: boolean): string {
    if (this.isSaving === on) return on ? 'Saving is already turned on' : 'Saving is already turned off'
    this.isSaving = on
    return on ? 'Automatic saving is now enabled' : 'Automatic saving is now disabled'
  }

  #fill(command: string): string | undefined {
    const match = fillForm.exec(command)
    if (!match) return undefined
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0] = match.slice(1, 7).map(Number)
    const volume = (bx - ax + 1) * (by - ay + 1) * (bz - az + 1)
    const most = this.#options.maxPerFill ?? 32_768
    if (volume > most) return `Too many blocks in the specified area (maximum ${most}, specified ${volume})`
    let changed = 0
    for (let y = ay; y <= by; y++)
      for (let z = az; z <= bz; z++) for (let x = ax; x <= bx; x++) if (this.#place(x, y, z, match[7] ?? air)) changed++
    return changed === 0 ? 'No blocks were filled' : `Successfully filled ${changed} blocks`
  }

  #set(command: string): string | undefined {
    const match = setForm.exec(command)
    if (!match) return undefined
    const [x = 0, y = 0, z = 0] = match.slice(1, 4).map(Number)
    if (!this.#place(x, y, z, match[4] ?? air)) return 'Could not set the block'
    if (match[5]) this.entities.set(`${x} ${y} ${z}`, parse(match[5]) as unknown as Data)
    return `Changed the block at ${x}, ${y}, ${z}`
  }

  /** False where the block is there already; its container is empty then all the same. */
  #place(x: number, y: number, z: number, state: string): boolean {
    const key = `${x} ${y} ${z}`
    const before = this.stateAt(x, y, z)
    if (this.entities.has(key)) this.entities.set(key, {})
    if (before === state) return false
    this.put(x, y, z, state, holding.has(state.split('[', 1)[0] ?? '') ? {} : undefined)
    for (const [above, below] of [
      [y + 1, y],
      [y, y - 1],
    ] as const) {
      if (this.stateAt(x, above, z) === 'minecraft:torch' && this.stateAt(x, below, z) === air)
        this.put(x, above, z, air)
    }
    return true
  }

  #data(command: string): string | undefined {
    const match = modifyForm.exec(command) ?? removeForm.exec(command)
    if (!match) return undefined
    const [x = 0, y = 0, z = 0] = match.slice(1, 4).map(Number)
    const [, , , , path = '', verb, text = ''] = match
    const entity = this.entities.get(`${x} ${y} ${z}`)
    if (!entity) return 'The target block is not a block entity'
    const steps = [...path.matchAll(/"((?:[^"\\]|\\.)*)"|([A-Za-z0-9_]+)/gu)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    )
    const last = steps.pop() ?? ''
    let at = entity as Data
    for (const step of steps) at = at[step] as Data
    if (verb === undefined) delete at[last]
    else {
      // The library reads only compounds and lists by themselves.
      const value = (parse(`{v:${text}}`) as unknown as Data).v
      if (verb === 'append') (at[last] as unknown[]).push(value)
      else at[last] = value
    }
    return `Modified block data of ${x}, ${y}, ${z}`
  }
}

/** Wrapper numbers stay what they are. */
const structuredCloneNbt = (data: Data): Data => ({ ...data })
