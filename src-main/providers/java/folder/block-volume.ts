/** Block volume: the last saved blocks of a box, with block entities. */
import { air } from '../../../policy/build/block-state.js'
import type { NbtCompound } from '../../minecraft/nbt/nbt.js'

export interface BlockPosition {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Both corners are included. */
export interface Box {
  readonly min: BlockPosition
  readonly max: BlockPosition
}

/** Maximum blocks of one read: Minecraft's limit for `fill`. */
export const maxBlocks = 32_768

/** A box from two corners in any order. */
export const boxOf = (a: BlockPosition, b: BlockPosition): Box => ({
  min: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), z: Math.min(a.z, b.z) },
  max: { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y), z: Math.max(a.z, b.z) },
})

export const sizeOf = ({ min, max }: Box): BlockPosition => ({
  x: max.x - min.x + 1,
  y: max.y - min.y + 1,
  z: max.z - min.z + 1,
})

/** The smallest box that holds both. */
export const hull = (one: Box, other: Box): Box => ({
  min: {
    x: Math.min(one.min.x, other.min.x),
    y: Math.min(one.min.y, other.min.y),
    z: Math.min(one.min.z, other.min.z),
  },
  max: {
    x: Math.max(one.max.x, other.max.x),
    y: Math.max(one.max.y, other.max.y),
    z: Math.max(one.max.z, other.max.z),
  },
})

export const volumeOf = (box: Box): number => {
  const { x, y, z } = sizeOf(box)
  return x * y * z
}

/** @throws RangeError unless all six are ordered integers within the limits of a world */
export function checkBox({ min, max }: Box): void {
  for (const axis of ['x', 'y', 'z'] as const) {
    const isValid = Number.isInteger(min[axis]) && Number.isInteger(max[axis]) && min[axis] <= max[axis]
    if (!isValid || Math.abs(min[axis]) > 30_000_000 || Math.abs(max[axis]) > 30_000_000) {
      throw new RangeError(`The box has an impossible ${axis}.`)
    }
  }
}

export interface BlockEntity extends BlockPosition {
  /** Without `id`, `x`, `y`, `z` and `keepPacked`, as commands require. */
  readonly data: NbtCompound
}

/** Blocks in the order y, z, x. */
export class BlockVolume {
  readonly box: Box
  readonly palette: readonly string[]
  readonly indices: Uint16Array
  readonly blockEntities: readonly BlockEntity[]
  readonly dataVersion: number
  readonly #entityAt: ReadonlyMap<number, BlockEntity>
  readonly #size: BlockPosition

  constructor(parts: {
    readonly box: Box
    readonly palette: readonly string[]
    readonly indices: Uint16Array
    readonly blockEntities: readonly BlockEntity[]
    readonly dataVersion: number
  }) {
    this.box = parts.box
    this.palette = parts.palette
    this.indices = parts.indices
    this.blockEntities = parts.blockEntities
    this.dataVersion = parts.dataVersion
    this.#size = sizeOf(parts.box)
    this.#entityAt = new Map(parts.blockEntities.map((one) => [this.indexOf(one), one]))
  }

  /** State of a block inside the box. */
  stateAt(position: BlockPosition): string {
    return this.palette[this.indices[this.indexOf(position)] ?? 0] ?? air
  }

  blockEntityAt(position: BlockPosition): BlockEntity | undefined {
    return this.#entityAt.get(this.indexOf(position))
  }

  indexOf({ x, y, z }: BlockPosition): number {
    const { min } = this.box
    return ((y - min.y) * this.#size.z + (z - min.z)) * this.#size.x + (x - min.x)
  }

  positionOf(index: number): BlockPosition {
    const { x, z } = this.#size
    const { min } = this.box
    return {
      x: min.x + (index % x),
      y: min.y + Math.floor(index / (x * z)),
      z: min.z + (Math.floor(index / x) % z),
    }
  }
}
