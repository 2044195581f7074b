/**
 * Undo plan: a short list of `fill`, `setblock` and `data` commands that restores the blocks of a box. Pure.
 *
 * The minimal set of boxes cannot be computed in reasonable time. Two strategies are tried and the shorter result is
 * used: boxes of one state, and boxes that later ones overwrite. Unchanged blocks are written only with their own
 * state. Unchanged block entities are never touched, because `fill` and `setblock` empty them.
 */
import { Slices } from '@shared/turns.js'
import type { NbtCompound, NbtValue } from '../../minecraft/nbt/nbt.js'
import type { BlockPosition, Box } from '../folder/block-volume.js'
import { type BlockEntity, type BlockVolume, sizeOf, volumeOf } from '../folder/block-volume.js'
import { toSnbt } from '../folder/snbt.js'

export type UndoStep =
  | { readonly kind: 'fill'; readonly box: Box; readonly state: string }
  | { readonly kind: 'set'; readonly at: BlockPosition; readonly state: string; readonly data?: NbtCompound }
  /** The block is correct, its block entity is not. */
  | { readonly kind: 'data'; readonly at: BlockPosition; readonly set: NbtCompound; readonly remove: readonly string[] }

/** Blocks that a step sets at most. */
export const blocksIn = (step: UndoStep): number => (step.kind === 'fill' ? volumeOf(step.box) : 1)

export interface BlockUndoPlan {
  readonly steps: readonly UndoStep[]
  /** Number of blocks and block entities that differ. */
  readonly differing: number
}

/** Maximum blocks of one `fill`: the default of the game rule. */
export const maxPerFill = 32_768

/** @param isLeft 1 for each block to keep */
export async function planUndo(
  current: BlockVolume,
  target: BlockVolume,
  most = maxPerFill,
  isLeft?: Uint8Array,
): Promise<BlockUndoPlan> {
  const cells = compare(current, target, isLeft)
  const strict = await boxesOf(cells, most, false)
  const layered = await boxesOf(cells, most, true)
  const boxes = layered.length < strict.length ? layered : strict.toSorted((a, b) => a.box.min.y - b.box.min.y)
  const fills = boxes.map(({ box, state }): UndoStep => {
    const isOne = box.min.x === box.max.x && box.min.y === box.max.y && box.min.z === box.max.z
    return isOne ? { kind: 'set', at: box.min, state } : { kind: 'fill', box, state }
  })
  // Block entities come last, after the blocks they depend on.
  return { steps: [...fills, ...cells.single], differing: cells.differing }
}

interface Cells {
  readonly volume: BlockVolume
  /** Index of the previous state of each block. */
  readonly state: Uint16Array
  readonly names: readonly string[]
  /** It differs, and a fill may correct it. */
  readonly isWanted: Uint8Array
  /** A fill may overwrite it. */
  readonly isFree: Uint8Array
  readonly single: readonly UndoStep[]
  readonly differing: number
}

function compare(current: BlockVolume, target: BlockVolume, isLeft?: Uint8Array): Cells {
  const size = target.indices.length
  const isWanted = new Uint8Array(size)
  const isFree = new Uint8Array(size).fill(1)
  const single: UndoStep[] = []
  let differing = 0
  // The two palettes number the same state differently.
  const same = current.palette.map((state) => target.palette.indexOf(state))
  const entities = new Set([...current.blockEntities, ...target.blockEntities].map((one) => target.indexOf(one)))
  for (let index = 0; index < size; index++) {
    if (isLeft?.[index]) {
      isFree[index] = 0
      continue
    }
    const isSame = same[current.indices[index] ?? 0] === target.indices[index]
    if (!entities.has(index)) {
      if (isSame) continue
      isWanted[index] = 1
      differing++
      continue
    }
    const at = target.positionOf(index)
    const [now, then] = [current.blockEntityAt(at), target.blockEntityAt(at)]
    if (isSame && then) {
      isFree[index] = 0
      const step = dataStep(now, then)
      if (!step) continue
      single.push(step)
    } else if (then) {
      isFree[index] = 0
      single.push({ kind: 'set', at, state: target.stateAt(at), data: then.data })
    } else if (isSame) {
      isFree[index] = 0
      continue
    } else isWanted[index] = 1
    differing++
  }
  return { volume: target, state: target.indices, names: target.palette, isWanted, isFree, single, differing }
}

/** Undefined when both are equal. */
function dataStep(now: BlockEntity | undefined, then: BlockEntity): UndoStep | undefined {
  const before = now?.data ?? {}
  const set = Object.entries(then.data).filter(([name, value]) => !isSameValue(before[name], value))
  const remove = Object.keys(before).filter((name) => then.data[name] === undefined)
  if (set.length === 0 && remove.length === 0) return undefined
  return { kind: 'data', at: { x: then.x, y: then.y, z: then.z }, set: Object.fromEntries(set), remove }
}

const isSameValue = (a: NbtValue | undefined, b: NbtValue | undefined): boolean =>
  a !== undefined && b !== undefined && toSnbt(sorted(a)) === toSnbt(sorted(b))

export const isSameData = (one: NbtCompound, other: NbtCompound): boolean => isSameValue(one, other)

/** The order of names does not matter. */
function sorted(value: NbtValue): NbtValue {
  if (Array.isArray(value)) return (value as readonly NbtValue[]).map(sorted)
  if (typeof value !== 'object' || value instanceof Number || ArrayBuffer.isView(value)) return value
  const entries = Object.entries(value as NbtCompound).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, one]) => [name, one && sorted(one)]))
}

interface FilledBox {
  readonly box: Box
  readonly state: string
}

type Axis = 'x' | 'y' | 'z'

/** Axis orders in which a box can grow. */
const orders: readonly (readonly [Axis, Axis, Axis])[] = [
  ['x', 'z', 'y'],
  ['x', 'y', 'z'],
  ['z', 'x', 'y'],
  ['z', 'y', 'x'],
  ['y', 'x', 'z'],
  ['y', 'z', 'x'],
]

/** @param isLayered boxes may cover cells that are overwritten later */
async function boxesOf(cells: Cells, most: number, isLayered: boolean): Promise<FilledBox[]> {
  const { volume, state, names, isWanted } = cells
  const isLeft = Uint8Array.from(isWanted)
  const boxes: FilledBox[] = []
  const slices = new Slices()
  let left = isLeft.reduce((sum, one) => sum + one, 0)
  for (const index of seedsOf(cells, isLayered)) {
    if (!isLeft[index]) continue
    await slices.rest()
    const grower = new BoxExpander(cells, isLeft, index, most, isLayered)
    let best = grower.grow(orders[0] ?? ['x', 'y', 'z'])
    for (const order of orders.slice(1)) {
      if (best.gain === left) break
      const grown = grower.grow(order)
      if (grown.gain > best.gain) best = grown
    }
    for (const covered of grower.cellsOf(best)) if (state[covered] === state[index]) isLeft[covered] = 0
    left -= best.gain
    const from = volume.positionOf(best.from)
    const max = { x: from.x + best.x - 1, y: from.y + best.y - 1, z: from.z + best.z - 1 }
    boxes.push({ box: { min: from, max }, state: names[state[index] ?? 0] ?? '' })
  }
  return boxes
}

/** Cells to start from; in layered mode the most frequent states come first. */
function seedsOf({ state, isWanted }: Cells, isLayered: boolean): readonly number[] {
  const seeds: number[] = []
  for (let index = 0; index < isWanted.length; index++) if (isWanted[index]) seeds.push(index)
  if (!isLayered) return seeds
  const counts = new Map<number, number>()
  for (const seed of seeds) counts.set(state[seed] ?? 0, (counts.get(state[seed] ?? 0) ?? 0) + 1)
  const countOf = (seed: number) => counts.get(state[seed] ?? 0) ?? 0
  return seeds.sort((a, b) => countOf(b) - countOf(a) || (state[a] ?? 0) - (state[b] ?? 0) || a - b)
}

/** `from`: its minimum corner. */
type BoxExtension = Record<Axis, number> & { readonly gain: number; readonly from: number }

/** Extends a box around a cell to the limits of a fill. */
class BoxExpander {
  readonly #cells: Cells
  readonly #isLeft: Uint8Array
  readonly #seed: number
  readonly #most: number
  readonly #isLayered: boolean
  readonly #step: Record<Axis, number>
  /** Cells above and below the seed. */
  readonly #above: Record<Axis, number>
  readonly #below: Record<Axis, number>

  constructor(cells: Cells, isLeft: Uint8Array, seed: number, most: number, isLayered: boolean) {
    this.#cells = cells
    this.#isLeft = isLeft
    this.#seed = seed
    this.#most = most
    this.#isLayered = isLayered
    const size = sizeOf(cells.volume.box)
    this.#step = { x: 1, z: size.x, y: size.x * size.z }
    const at = cells.volume.positionOf(seed)
    const { min, max } = cells.volume.box
    this.#above = { x: max.x - at.x, y: max.y - at.y, z: max.z - at.z }
    this.#below = { x: at.x - min.x, y: at.y - min.y, z: at.z - min.z }
  }

  grow(order: readonly Axis[]): BoxExtension {
    const grown = { x: 1, y: 1, z: 1, from: this.#seed, gain: 0 }
    const isWritable = (index: number) => this.#mayWrite(index)
    for (const axis of order) {
      const slice = { ...grown, [axis]: 1 }
      const most = Math.floor(this.#most / (slice.x * slice.y * slice.z))
      const step = this.#step[axis]
      for (let above = this.#above[axis]; above > 0 && grown[axis] < most; above--) {
        if (!this.#every({ ...slice, from: grown.from + grown[axis] * step }, isWritable)) break
        grown[axis]++
      }
      for (let below = this.#below[axis]; below > 0 && grown[axis] < most; below--) {
        if (!this.#every({ ...slice, from: grown.from - step }, isWritable)) break
        grown.from -= step
        grown[axis]++
      }
    }
    const state = this.#cells.state[this.#seed]
    for (const index of this.cellsOf(grown)) if (this.#isLeft[index] && this.#cells.state[index] === state) grown.gain++
    return grown
  }

  *cellsOf({ from, x, y, z }: BoxExtension): Generator<number> {
    for (let up = 0; up < y; up++) {
      for (let along = 0; along < z; along++) {
        const row = from + up * this.#step.y + along * this.#step.z
        for (let index = row; index < row + x; index++) yield index
      }
    }
  }

  #every(box: BoxExtension, is: (index: number) => boolean): boolean {
    for (const index of this.cellsOf(box)) if (!is(index)) return false
    return true
  }

  #mayWrite(index: number): boolean {
    const { state, isFree } = this.#cells
    if (!isFree[index]) return false
    return state[index] === state[this.#seed] || (this.#isLayered && this.#isLeft[index] === 1)
  }
}
