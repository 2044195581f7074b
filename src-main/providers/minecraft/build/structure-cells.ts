/**
 * Structure cells: the blocks of a structure file while it is read, within the limits of a plan.
 *
 * States only: what is in a chest or on a sign is not read. Blocks that only operators get are left out and counted.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { BlockCount } from '@shared/build/build-preview.js'
import { idOf, isOperatorBlock } from '../../../policy/build/block-state.js'
import { type Cells, type Position, planLimits } from '../../../policy/build/plan.js'

export type StructureWhy =
  | 'structure-damaged'
  | 'structure-empty'
  | 'structure-too-large'
  | 'structure-unknown'
  | 'structure-numbered'
  | 'structure-full'

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
  finish(): Cells & { readonly blocks: number; readonly omitted: readonly BlockCount[] } {
    const counts = new Uint32Array(this.#palette.length)
    for (const index of this.#indices) counts[index] = (counts[index] ?? 0) + 1
    const palette = ['']
    const omitted = new Map<string, number>()
    const index = this.#palette.map((state, old) => {
      const count = counts[old] ?? 0
      if (count === 0 || state === '') return 0
      if (isOperatorBlock(state)) {
        omitted.set(idOf(state), (omitted.get(idOf(state)) ?? 0) + count)
        return 0
      }
      return palette.push(state) - 1
    })
    const indices = this.#indices.map((old) => index[old] ?? 0)
    let blocks = 0
    for (const one of indices) if (one !== 0) blocks++
    if (blocks === 0) {
      throw structureProblem('structure-empty', 'This structure has no blocks.', 'Choose another file.')
    }
    return { palette, indices, blocks, omitted: [...omitted].map(([block, count]) => ({ block, count })) }
  }
}
