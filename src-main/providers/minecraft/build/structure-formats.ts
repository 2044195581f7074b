/**
 * Structure formats: the blocks of `.schem` (Sponge 1 to 3), `.litematic` and the game's own `.nbt`.
 *
 * NBT is read by a library (`nbt/`), within bounds. The libraries for these formats keep no bounds, or bring a copy of
 * the whole game data, so the arrays of blocks are read here.
 */
import { type Position, planLimits } from '../../../policy/build/plan.js'
import { blockStateOf } from '../nbt/block-state.js'
import { compoundAt, compoundsAt, type NbtCompound, type NbtValue, numberAt, numberOf, numbersAt } from '../nbt/nbt.js'
import { NbtError, type NbtPlan } from '../nbt/nbt-bounds.js'
import { damaged, inSlices, StructureCells } from './structure-cells.js'

const sponge = { Width: 'whole', Height: 'whole', Length: 'whole', Palette: 'whole', BlockData: 'payload' } as const

/** What is read of a file, whatever its format is. */
export const structurePlan: NbtPlan = {
  ...sponge,
  Version: 'whole',
  // Up to Minecraft 1.12: only to name the format.
  Materials: 'whole',
  Schematic: { ...sponge, Version: 'whole', Blocks: { Palette: 'whole', Data: 'payload' } },
  Regions: { '*': { Position: 'whole', Size: 'whole', BlockStatePalette: 'each', BlockStates: 'payload' } },
  size: 'whole',
  palette: 'each',
  palettes: 'whole',
  blocks: 'each',
}

const bytesAt = (from: NbtCompound, name: string): Uint8Array | undefined => {
  const value = from[name]
  return value instanceof Int8Array ? new Uint8Array(value.buffer, value.byteOffset, value.length) : undefined
}

/** A side is a short, which Sponge reads without a sign. */
const sideAt = (from: NbtCompound, name: string): number => (numberAt(from, name) ?? 0) & 0xffff

/** @throws GatewayError */
export async function readSponge(root: NbtCompound): Promise<StructureCells> {
  const size = { x: sideAt(root, 'Width'), y: sideAt(root, 'Height'), z: sideAt(root, 'Length') }
  const cells = new StructureCells(size)
  const body = numberAt(root, 'Version') === 3 ? compoundAt(root, 'Blocks') : root
  const palette = spongePalette(compoundAt(body, 'Palette'), cells)
  const data = bytesAt(body, 'Data') ?? bytesAt(body, 'BlockData')
  if (!data) throw damaged()
  let at = 0
  await inSlices(cells.volume, (cell) => {
    let number = 0
    for (let shift = 0; ; shift += 7) {
      const byte = data[at++]
      // No state has a number of more than two bytes and a bit.
      if (byte === undefined || shift > 14) throw damaged()
      number |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    const index = palette[number]
    if (index === undefined) throw damaged()
    cells.set(cell, index)
  })
  if (at !== data.length) throw damaged()
  return cells
}

/** Index of each number; a palette may leave numbers out. @throws GatewayError */
function spongePalette(palette: NbtCompound, cells: StructureCells): readonly number[] {
  const indices: number[] = []
  for (const [state, value] of Object.entries(palette)) {
    const number = numberOf(value)
    if (number === undefined || number < 0 || number > 2 * planLimits.states) throw damaged()
    indices[number] = cells.indexOf(stateOfText(state))
  }
  return indices
}

/** `minecraft:oak_stairs[facing=east]` as a state. @throws GatewayError */
function stateOfText(text: string): string {
  const start = text.indexOf('[')
  if (start < 0) return blockState({ Name: text })
  if (!text.endsWith(']')) throw damaged()
  const pairs = text
    .slice(start + 1, -1)
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('='))
  if (pairs.some(({ length }) => length !== 2)) throw damaged()
  return blockState({ Name: text.slice(0, start), Properties: Object.fromEntries(pairs) as NbtCompound })
}

/** @throws GatewayError */
function blockState(entry: NbtCompound): string {
  try {
    return blockStateOf(entry)
  } catch (error) {
    if (error instanceof NbtError) throw damaged(error)
    throw error
  }
}

interface Region {
  readonly min: Position
  readonly size: Position
  readonly body: NbtCompound
}

/** Maximum number of regions; the largest known files have a few dozen. */
const maxRegions = 256

/** Regions are boxes anywhere; air of a later one leaves what an earlier one has. @throws GatewayError */
export async function readLitematic(root: NbtCompound): Promise<StructureCells> {
  const regions = Object.values(compoundAt(root, 'Regions'))
    .filter((one) => typeof one === 'object')
    .map((one) => regionOf(one as NbtCompound))
  const [first] = regions
  if (!first || regions.length > maxRegions) throw damaged()
  const low = { ...first.min }
  const high = { ...first.min }
  for (const { min, size } of regions) {
    for (const axis of ['x', 'y', 'z'] as const) {
      low[axis] = Math.min(low[axis], min[axis])
      high[axis] = Math.max(high[axis], min[axis] + size[axis])
    }
  }
  const cells = new StructureCells({ x: high.x - low.x, y: high.y - low.y, z: high.z - low.z })
  let volume = 0
  for (const region of regions) {
    volume += region.size.x * region.size.y * region.size.z
    // Regions may overlap, which costs time and no space.
    if (volume > 2 * planLimits.cells) throw damaged()
    await fillRegion(cells, region, low)
  }
  return cells
}

function regionOf(body: NbtCompound): Region {
  const [position, size] = [compoundAt(body, 'Position'), compoundAt(body, 'Size')]
  const along = (axis: 'x' | 'y' | 'z') => {
    const [from, signed] = [numberAt(position, axis), numberAt(size, axis)]
    if (from === undefined || signed === undefined || signed === 0) throw damaged()
    return { min: signed < 0 ? from + signed + 1 : from, length: Math.abs(signed) }
  }
  const [x, y, z] = [along('x'), along('y'), along('z')]
  return { min: { x: x.min, y: y.min, z: z.min }, size: { x: x.length, y: y.length, z: z.length }, body }
}

const litematicAir = 'minecraft:air'

async function fillRegion(cells: StructureCells, { min, size, body }: Region, low: Position): Promise<void> {
  const states = compoundsAt(body, 'BlockStatePalette').map(blockState)
  const data = bytesAt(body, 'BlockStates')
  const bits = Math.max(2, 32 - Math.clz32(states.length - 1))
  const volume = size.x * size.y * size.z
  if (!data || states.length === 0 || bits > 16 || data.length !== Math.ceil((volume * bits) / 64) * 8) throw damaged()
  const palette = states.map((state) => cells.indexOf(state))
  const longs = new DataView(data.buffer, data.byteOffset, data.byteLength)
  // A long is stored with its high half first.
  const word = (index: number): number => (index < data.length / 4 ? longs.getUint32((index ^ 1) * 4) : 0)
  const { x: wide, z: deep } = cells.size
  const corner = ((min.y - low.y) * deep + (min.z - low.z)) * wide + min.x - low.x
  await inSlices(volume, (at) => {
    const position = at * bits
    const index = Math.floor(position / 32)
    const shift = position % 32
    const high = shift + bits > 32 ? word(index + 1) << (32 - shift) : 0
    const number = ((word(index) >>> shift) | high) & ((1 << bits) - 1)
    const state = palette[number]
    if (state === undefined) throw damaged()
    const x = at % size.x
    const row = (at - x) / size.x
    const z = row % size.z
    const cell = corner + (((row - z) / size.z) * deep + z) * wide + x
    if (states[number] !== litematicAir || !cells.isSet(cell)) cells.set(cell, state)
  })
}

/** The blocks of a structure of the game, which come one after the other and before or after their palette. */
export class TemplateBlocks {
  #data = new Int32Array(4_096)
  #length = 0

  /** @returns false: nothing else of the block is kept. @throws GatewayError */
  take(block: NbtCompound): false {
    const [x, y, z] = numbersAt(block, 'pos')
    const state = numberAt(block, 'state')
    if (x === undefined || y === undefined || z === undefined || state === undefined) throw damaged()
    if (this.#length + 4 > this.#data.length) {
      const longer = new Int32Array(this.#data.length * 2)
      longer.set(this.#data)
      this.#data = longer
    }
    this.#data.set([x, y, z, state], this.#length)
    this.#length += 4
    return false
  }

  /** @throws GatewayError */
  async read(root: NbtCompound): Promise<StructureCells> {
    const [x = 0, y = 0, z = 0] = numbersAt(root, 'size')
    const cells = new StructureCells({ x, y, z })
    const [variant] = Array.isArray(root.palettes) ? (root.palettes as readonly NbtValue[]) : []
    const entries = Array.isArray(variant) ? (variant as readonly NbtCompound[]) : compoundsAt(root, 'palette')
    const palette = entries.map((entry) => cells.indexOf(blockState(entry)))
    const data = this.#data
    await inSlices(this.#length / 4, (block) => {
      const bx = data[4 * block] ?? -1
      const by = data[4 * block + 1] ?? -1
      const bz = data[4 * block + 2] ?? -1
      const index = palette[data[4 * block + 3] ?? -1]
      const isInside = bx >= 0 && by >= 0 && bz >= 0 && bx < x && by < y && bz < z
      if (index === undefined || !isInside) throw damaged()
      cells.set((by * z + bz) * x + bx, index)
    })
    return cells
  }
}
