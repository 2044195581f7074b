/**
 * Block state: a block as used in a console command, for example `minecraft:oak_stairs[facing=east,half=top]`.
 *
 * Names come from world files that mods can write. A name that is not a valid id is rejected, so that it cannot become
 * another part of a command (invariant 5).
 */
import { stateText } from '../../../policy/build/block-state.js'
import { compoundAt, type NbtCompound, stringAt } from './nbt.js'
import { NbtError } from './nbt-bounds.js'

const blockId = /^[a-z0-9_.-]{1,64}:[a-z0-9_./-]{1,192}$/u
const property = /^[a-z0-9_]{1,64}$/u

/** Of `{Name, Properties}` in a palette. @throws NbtError */
export function blockStateOf(entry: NbtCompound): string {
  const name = stringAt(entry, 'Name') ?? ''
  const id = name.includes(':') ? name : `minecraft:${name}`
  if (!blockId.test(id)) throw new NbtError('A block has no proper name.')
  const pairs = Object.entries(compoundAt(entry, 'Properties')).map(([key, value]) => {
    if (typeof value !== 'string' || !property.test(key) || !property.test(value)) {
      throw new NbtError('A block has an impossible property.')
    }
    return [key, value] as const
  })
  return stateText(id, pairs)
}
