/**
 * Structure cells: the blocks of a structure file while it is read, within the limits of a plan.
 *
 * States only: what is in a chest or on a sign is not read. Blocks that only operators can place are left out and counted.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { BlockCount } from '@shared/build/build-preview.js'
import { Slices } from '@shared/turns.js'
import { blockIdOf, isOperatorBlock } from '../../../policy/build/block-state.js'
import { type Cells, type Position, planLimits } from '../../../policy/build/plan.js'

export type StructureWhy =
  | 'structure-damaged'
  | 'structure-empty'
  | 'structure-too-large'
  | 'structure-unknown'
  | 'structure-numbered'
  | 'structure-full'
  | 'structure-name-taken'

/** @param why selects the text for the owner */
export const structureProblem = (
  why: StructureWhy,
  message: string,
  suggestion: string,
  cause?: unknown,
): GatewayError =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message,
    suggestion,
    details: { why },
    ...(cause !== undefined && { cause }),
  })

export const damaged = (cause?: unknown): GatewayError =>
  structureProblem(
    'structure-damaged',
    'This structure file is damaged.',
    'Save it again in the program that made it.',
    cause,
  )

const tooLarge = (): GatewayError =>
  structureProblem(
    'structure-too-large',
    `This structure is too large. At most ${planLimits.side} blocks along each side and ${planLimits.cells.toLocaleString('en')} in all are possible.`,
    'Save a smaller part of it.',
  )

/** A state that leaves what is there. */
const nothing = 'minecraft:structure_void'

export class StructureCells {
  readonly size: Position
  readonly #indices: Uint16Array
  readonly #palette: string[] = ['']
  readonly #indexOf = new Map<string, number>([['', 0]])

  /** @throws GatewayError when the size is impossible */
  constructor(size: Position) {
    const sides = [size.x, size.y, size.z]
    if (sides.some((side) => !Number.isInteger(side) || side < 1)) throw damaged()
    const volume = size.x * size.y * size.z
    if (sides.some((side) => side > planLimits.side) || volume > planLimits.cells) throw tooLarge()
    this.size = size
    this.#indices = new Uint16Array(volume)
  }

  get volume(): number {
    return this.#indices.length
  }

  /** @throws GatewayError when it has too many kinds of blocks */
  indexOf(state: string): number {
    const key = state === nothing ? '' : state
    const known = this.#indexOf.get(key)
    if (known !== undefined) return known
    if (this.#palette.length > planLimits.states) throw tooLarge()
    this.#palette.push(key)
    this.#indexOf.set(key, this.#palette.length - 1)
    return this.#palette.length - 1
  }

  /** @param cell in the order y, z, x. @param index as `indexOf` gave it */
  set(cell: number, index: number): void {
    this.#indices[cell] = index
  }

  isSet(cell: number): boolean {
    return this.#indices[cell] !== 0
  }

  /** What was read: only the states that occur. @throws GatewayError when it sets no block */
  async finish(): Promise<FinishedCells> {
    const counts = (await countStates(this.#indices, this.#palette.length)) ?? new Uint32Array()
    const palette = ['']
    const omitted = new Map<string, number>()
    let blocks = 0
    const index = this.#palette.map((state, old) => {
      const count = counts[old] ?? 0
      if (count === 0 || state === '') return 0
      if (isOperatorBlock(state)) {
        omitted.set(blockIdOf(state), (omitted.get(blockIdOf(state)) ?? 0) + count)
        return 0
      }
      blocks += count
      return palette.push(state) - 1
    })
    if (blocks === 0) {
      throw structureProblem('structure-empty', 'This structure has no blocks.', 'Choose another file.')
    }
    const indices = this.#indices
    await inSlices(indices.length, (cell) => {
      indices[cell] = index[indices[cell] ?? 0] ?? 0
    })
    return { palette, indices, blocks, omitted: [...omitted].map(([block, count]) => ({ block, count })) }
  }
}

export interface FinishedCells extends Cells {
  /** That it sets, air included. */
  readonly blocks: number
  readonly omitted: readonly BlockCount[]
}

/** How often each state occurs; undefined when a cell has another. */
export async function countStates(indices: Uint16Array, states: number): Promise<Uint32Array | undefined> {
  const counts = new Uint32Array(states)
  let isSound = true
  await inSlices(indices.length, (cell) => {
    const index = indices[cell] ?? 0
    if (index < states) counts[index] = (counts[index] ?? 0) + 1
    else isSound = false
  })
  return isSound ? counts : undefined
}

/** Cells between two checks of the time. */
const cellsBetween = 32_768

/** Does something with each cell, and lets others work in between. */
export async function inSlices(cells: number, work: (cell: number) => void): Promise<void> {
  const slices = new Slices()
  for (let from = 0; from < cells; from += cellsBetween) {
    const to = Math.min(cells, from + cellsBetween)
    for (let cell = from; cell < to; cell++) work(cell)
    await slices.rest()
  }
}
