/**
 * Plan effects: counts what a plan would change, box by box: kinds of blocks, what is lost, what could flow, which parts
 * hang in the air. Pure.
 *
 * Parts hold each other where their blocks touch, by a face or an edge as the steps of a roof do, and the world holds what
 * touches it. All of it follows from the neighbours of a block, so a large plan needs no more memory than a box.
 */
import type { BlockCount } from '@shared/build/build-preview.js'
import { type BlockKind, blockKindOf } from './block-kinds.js'
import type { BuildPlan, Cells, Drawn, Extent, Position } from './plan.js'

/** A block before and after, by their numbers in the palettes. */
export type IsAsPlanned = (before: number, planned: number) => boolean

export interface EffectsBox {
  /** Of the cells. */
  readonly box: Extent
  /** What is counted of it; its neighbours are in the box, where the world has any. */
  readonly counted: Extent
  readonly before: Cells
  readonly drawn: Drawn
  readonly isAsPlanned: IsAsPlanned
  /** One for each cell, all 0 at first: which blocks of water and lava are counted. */
  readonly flows: Uint8Array
  /** Called with the index of each block that would change. */
  readonly onChange?: (index: number) => void
}

/** Most kinds that are listed. */
const maxListed = 64
const world = 0

export class PlanEffects {
  readonly #plan: BuildPlan
  readonly #kinds = new Map<string, number>()
  readonly #replaced = new Map<string, number>()
  /** Union-find over parts; 0 is the world. */
  readonly #parents: Int32Array
  readonly #hasBlocks: Uint8Array
  readonly #kindsOfStates = new Map<string, BlockKind>()
  blocks = 0
  changes = 0
  water = 0
  lava = 0

  constructor(plan: BuildPlan) {
    this.#plan = plan
    this.#parents = Int32Array.from({ length: plan.parts.length + 1 }, (_, index) => index)
    this.#hasBlocks = new Uint8Array(plan.parts.length + 1)
  }

  get kinds(): readonly BlockCount[] {
    return listed(this.#kinds)
  }

  get replaced(): readonly BlockCount[] {
    return listed(this.#replaced)
  }

  /** Names of parts that nothing of the world holds, not even through other parts. */
  get floating(): readonly string[] {
    const ground = this.#rootOf(world)
    return this.#plan.parts
      .flatMap(({ name }, index) => (this.#hasBlocks[index + 1] && this.#rootOf(index + 1) !== ground ? [name] : []))
      .slice(0, maxListed)
  }

  add(given: EffectsBox): void {
    const { box, counted, before, drawn, isAsPlanned, onChange, flows } = given
    const [size, from, to] = [sizeOf(box), counted.min, counted.max]
    const was = before.palette.map((state) => this.#kindOf(state))
    const becomes = drawn.palette.map((state) => this.#kindOf(state))
    const around = { size, box, drawn, was, becomes, before, flows }
    const counts = new Uint32Array(drawn.palette.length)
    const lost = new Uint32Array(before.palette.length)
    for (let y = from.y; y <= to.y; y++) {
      for (let z = from.z; z <= to.z; z++) {
        let index = ((y - box.min.y) * size.z + (z - box.min.z)) * size.x + (from.x - box.min.x)
        for (let x = from.x; x <= to.x; x++, index++) {
          const part = drawn.parts[index] ?? 0
          if (part === 0) continue
          const [old, planned] = [before.indices[index] ?? 0, drawn.indices[index] ?? 0]
          this.blocks++
          add(counts, planned)
          if (!isAsPlanned(old, planned)) {
            this.changes++
            onChange?.(index)
            if (was[old]?.isSolid) add(lost, old)
          }
          const kind = becomes[planned]
          if (kind && !kind.isAir) this.#hasBlocks[part] = 1
          if (kind) this.#look({ x, y, z, index, part, kind }, around)
        }
      }
    }
    collect(counts, drawn.palette, this.#kinds)
    collect(lost, before.palette, this.#replaced)
  }

  /** Looks at the neighbours of a block of the plan: six by a face, twelve by an edge. */
  #look(at: PlannedBlock, { size, box, drawn, was, becomes, before, flows }: Surroundings): void {
    const { index, part, kind } = at
    const layer = size.x * size.z
    const isOpen = kind.isAir || kind.isPlant
    for (const { x, y, z, isFace } of neighbours) {
      if (isOpen && !isFace) continue
      if (!isWithin(box, at.x + x, at.y + y, at.z + z)) continue
      const other = index + x + z * size.x + y * layer
      const otherPart = drawn.parts[other] ?? 0
      const there = otherPart > 0 ? becomes[drawn.indices[other] ?? 0] : was[before.indices[other] ?? 0]
      if (!there) continue
      if (!isOpen && there.isSolid && !there.isAir && otherPart !== part) this.#join(part, otherPart)
      if (!isFace || otherPart > 0) continue
      // It flows to the sides and down: into what the plan empties, or out of what the plan pours.
      if (kind.isAir && there.liquid && y >= 0) this.#flow(flows, other, there.liquid)
      if (kind.liquid && there.isAir && y <= 0) this.#flow(flows, index, kind.liquid)
    }
  }

  /** Each block counts once. */
  #flow(flows: Uint8Array, index: number, liquid: 'water' | 'lava'): void {
    if (flows[index]) return
    flows[index] = 1
    this[liquid]++
  }

  #kindOf(state: string): BlockKind {
    const known = this.#kindsOfStates.get(state) ?? blockKindOf(state)
    this.#kindsOfStates.set(state, known)
    return known
  }

  #rootOf(one: number): number {
    let root = one
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root
    for (let at = one; at !== root; ) {
      const next = this.#parents[at] ?? root
      this.#parents[at] = root
      at = next
    }
    return root
  }

  #join(one: number, other: number): void {
    this.#parents[this.#rootOf(one)] = this.#rootOf(other)
  }
}

const steps = [-1, 0, 1]
/** By a face or an edge, not by a corner. */
const neighbours = steps
  .flatMap((y) => steps.flatMap((z) => steps.map((x) => ({ x, y, z, far: Math.abs(x) + Math.abs(y) + Math.abs(z) }))))
  .filter(({ far }) => far === 1 || far === 2)
  .map(({ x, y, z, far }) => ({ x, y, z, isFace: far === 1 }))

const isWithin = ({ min, max }: Extent, x: number, y: number, z: number): boolean =>
  x >= min.x && x <= max.x && y >= min.y && y <= max.y && z >= min.z && z <= max.z

interface PlannedBlock extends Position {
  readonly index: number
  readonly part: number
  readonly kind: BlockKind
}

interface Surroundings {
  readonly size: Position
  readonly box: Extent
  readonly drawn: Drawn
  readonly was: readonly BlockKind[]
  readonly becomes: readonly BlockKind[]
  readonly before: Cells
  readonly flows: Uint8Array
}

export const sizeOf = ({ min, max }: Extent): Position => ({
  x: max.x - min.x + 1,
  y: max.y - min.y + 1,
  z: max.z - min.z + 1,
})

const add = (counts: Uint32Array, index: number): void => {
  counts[index] = (counts[index] ?? 0) + 1
}

function collect(counts: Uint32Array, palette: readonly string[], into: Map<string, number>): void {
  for (const [number, state] of palette.entries()) {
    const count = counts[number] ?? 0
    if (count > 0) into.set(blockKindOf(state).id, (into.get(blockKindOf(state).id) ?? 0) + count)
  }
}

/** The most first. */
export const listed = (counts: ReadonlyMap<string, number>, most = maxListed): readonly BlockCount[] =>
  [...counts]
    .map(([block, count]) => ({ block, count }))
    .sort((a, b) => b.count - a.count || (a.block < b.block ? -1 : 1))
    .slice(0, most)
