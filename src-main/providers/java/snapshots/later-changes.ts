/**
 * Later changes: finds the blocks of a box that somebody changed after an action. Pure.
 *
 * A block counts as changed when its type or its content differs. Changes by the game itself (states, spreading grass,
 * weathering copper) do not count, nor does a block in its state before the action.
 */
import type { BlockVolume } from '../folder/block-volume.js'
import { isSameData } from './undo-plan.js'

export interface LaterChanges {
  /** 1 for each block that an undo keeps. */
  readonly isLeft: Uint8Array
  readonly count: number
}

/**
 * @param before the action
 * @param after the action; all three are of the same box
 * @param begun what an interrupted undo kept when it began. It wrote only types of `before`: a block of such a type that
 * it did not keep counts as written by it, even when a player placed it since.
 */
export function laterChanges(
  current: BlockVolume,
  before: BlockVolume,
  after: BlockVolume,
  begun?: Uint8Array,
): LaterChanges {
  const kinds = (volume: BlockVolume) => volume.palette.map(kindOf)
  const [currentKinds, afterKinds] = [kinds(current), kinds(after)]
  const written = new Set(begun && kinds(before))
  const isLeft = new Uint8Array(current.indices.length)
  const entities = new Set([...current.blockEntities, ...after.blockEntities].map((one) => current.indexOf(one)))
  for (let index = 0; index < isLeft.length; index++) {
    const kind = currentKinds[current.indices[index] ?? 0] ?? ''
    if (begun?.[index] === 1) isLeft[index] = 1
    if (begun?.[index] === 1 || written.has(kind)) continue
    const isKind = kind === afterKinds[after.indices[index] ?? 0]
    if (isKind && !(entities.has(index) && !isSameAt(current, after, index))) continue
    if (isAsBefore(current, before, index)) continue
    isLeft[index] = 1
  }
  return { isLeft, count: isLeft.reduce((count, one) => count + one, 0) }
}

function isAsBefore(current: BlockVolume, before: BlockVolume, index: number): boolean {
  const at = current.positionOf(index)
  return current.stateAt(at) === before.stateAt(at) && isSameAt(current, before, index)
}

function isSameAt(one: BlockVolume, other: BlockVolume, index: number): boolean {
  const at = one.positionOf(index)
  return isSameData(one.blockEntityAt(at)?.data ?? {}, other.blockEntityAt(at)?.data ?? {})
}

const spreads: ReadonlySet<string> = new Set(['minecraft:grass_block', 'minecraft:mycelium', 'minecraft:dirt_path'])
const weathers = /^minecraft:(?:exposed|weathered|oxidized)_/u

/** Blocks that the game converts into each other have the same type here. */
function kindOf(state: string): string {
  const id = state.split('[', 1)[0] ?? state
  if (spreads.has(id)) return 'minecraft:dirt'
  return weathers.test(id)
    ? id.replace(weathers, 'minecraft:').replace(/^minecraft:copper$/u, 'minecraft:copper_block')
    : id
}
