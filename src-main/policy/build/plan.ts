/**
 * Build plan: what an AI asks to build, as parts in order. A later part overwrites an earlier one. Pure.
 *
 * A plan and its place have one hash; an approval covers this hash alone (invariant 3).
 */

export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Both corners are included. */
export interface Extent {
  readonly min: Position
  readonly max: Position
}

/**
 * Limits of a plan. `parts` counts every copy of a repeated or mirrored part, `blocks` every block of every part, also
 * where parts overlap, `cells` the volume of all tiles, `pieces` the boxes and rows that shapes consist of.
 */
export const planLimits = {
  parts: 1_000,
  blocks: 1_000_000,
  side: 512,
  cells: 4_194_304,
  pieces: 131_072,
  states: 8_192,
} as const

/** Side of a tile. */
export const tileSide = 32

export interface PlannedPart {
  /** For people: its own name, or its shape and number. */
  readonly name: string
  /** In the world, with all its copies. */
  readonly extent: Extent
  /** Upper bound of its blocks. */
  readonly most: number
}

export interface BuildPlan {
  readonly name: string
  /** As the caller named it. */
  readonly world: string
  readonly parts: readonly PlannedPart[]
  readonly extent: Extent
  /** Upper bound of the blocks: parts may overlap. */
  readonly most: number
  /** SHA-256 as hex of the plan, its place and the contents of its structure files. */
  readonly hash: string
  /** Boxes of at most 32,768 blocks, aligned to 32, that together contain every block; from bottom to top. */
  readonly tiles: readonly Extent[]
  /**
   * Draws the plan into a box.
   *
   * @param before the blocks of the same box, in the order y, z, x; parts that replace only some blocks look at them, and
   *   at earlier parts. Without it such parts set nothing, and the state of a block that no part sets is an empty text.
   * @param isDrawn by the number of a part, as in `Drawn`; all are drawn without it
   * @throws RangeError when the box has more than `planLimits.cells` blocks or `before` is of another size
   */
  draw(box: Extent, before?: Cells, isDrawn?: (part: number) => boolean): Drawn
  /**
   * A tile as layers to set one after another, for a game whose blocks cannot be read: it is told which blocks to
   * replace. Where earlier layers did their work, they set what `draw` sets.
   */
  layers(tile: number): Iterable<Layer>
}

/** What a layer does not set has no part. */
export interface Layer extends Drawn {
  /** Ids of the only blocks that it replaces; all when absent. */
  readonly only?: ReadonlySet<string>
}

/** Blocks in the order y, z, x. */
export interface Cells {
  readonly palette: readonly string[]
  readonly indices: Uint16Array
}

export interface Drawn extends Cells {
  /** The number of the part plus one that set a block; 0 where the plan sets none, and the block is that of `before`. */
  readonly parts: Uint16Array
}

/** The blocks of a structure file. An empty state leaves what is there. */
export interface Structure extends Cells {
  readonly size: Position
  /** How often each state occurs. */
  readonly counts: Uint32Array
  /** SHA-256 as hex of the file. */
  readonly hash: string
}

export interface PlanTools {
  /** The structure files that the plan names, by name. */
  readonly structures: ReadonlyMap<string, Structure>
  /** All that the owner added, for an error. */
  readonly structureNames?: readonly string[]
  /** As hex. */
  sha256(text: string): string
}
