/**
 * Block state: a block of a plan as one canonical text, for example `minecraft:oak_stairs[facing=east,half=top]`.
 *
 * Enforces invariant 5: what is no id and no state never becomes part of a command. Blocks that run commands or that
 * survival players cannot remove are refused.
 */
import { PartProblem, rendered } from './part-problem.js'

export const air = 'minecraft:air'

const blockId = /^(?:[a-z0-9_.-]{1,64}:)?[a-z0-9_./-]{1,128}$/u
/** Bedrock has names with a namespace, such as `minecraft:cardinal_direction`. */
const property = /^(?:[a-z0-9_]{1,32}:)?[a-z0-9_]{1,64}$/u
const propertyValue = /^[a-z0-9_]{1,64}$/u
/** Maximum number of states of one block. */
const maxStates = 32

/** Blocks that only operators get, without their namespace. */
const operatorBlocks: ReadonlySet<string> = new Set([
  'command_block',
  'chain_command_block',
  'repeating_command_block',
  'structure_block',
  'structure_void',
  'jigsaw',
  'barrier',
  'light',
  'test_block',
  'test_instance_block',
  // Of Bedrock.
  ...['allow', 'deny', 'border_block', 'invisible_bedrock', 'light_block'],
])
/** Bedrock has one for each level of light. */
const bedrockLight = /^minecraft:light_block_\d{1,2}$/u

/** @param state with or without its states */
export const isOperatorBlock = (state: string): boolean => {
  const id = blockIdOf(state)
  if (bedrockLight.test(id.slice(0, 32))) return true
  return id.startsWith('minecraft:') && operatorBlocks.has(id.slice('minecraft:'.length))
}

/** `minecraft:oak_stairs` of `minecraft:oak_stairs[half=top]`. */
export const blockIdOf = (state: string): string => state.split('[', 1)[0] ?? state

/** Minecraft has a kind of its own for caves, and for what is outside of a world. */
export const airs: ReadonlySet<string> = new Set([air, 'minecraft:cave_air', 'minecraft:void_air'])

export const isAir = (state: string): boolean => airs.has(blockIdOf(state))

export type StatePairs = readonly (readonly [name: string, value: string])[]

/** The states of a canonical text. */
export function statesOf(state: string): StatePairs {
  const start = state.indexOf('[')
  if (start < 0) return []
  return state
    .slice(start + 1, -1)
    .split(',')
    .map((pair) => pair.split('=', 2) as [string, string])
}

export const stateText = (id: string, pairs: StatePairs): string =>
  pairs.length === 0
    ? id
    : `${id}[${pairs
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(',')}]`

/** An id with its namespace. @param member for the error. @throws PartProblem */
export function readBlockId(given: unknown, member: string): string {
  if (typeof given !== 'string' || !blockId.test(given)) {
    throw new PartProblem(
      member,
      `${rendered(given)} is not a block id. Use small letters and underscores, for example "minecraft:oak_planks".`,
      given,
    )
  }
  return given.includes(':') ? given : `minecraft:${given}`
}

/**
 * A block with its states, which a caller may also write behind the id, as commands do.
 *
 * @throws PartProblem
 */
export function readBlock(block: unknown, states: unknown): string {
  if (block === undefined) {
    throw new PartProblem('block', '`block` is missing. Add, for example, "block": "minecraft:oak_planks".')
  }
  const { id, pairs } = splitBlock(block)
  const name = readBlockId(id, 'block')
  if (isOperatorBlock(name)) {
    throw new PartProblem('block', `${name} cannot be built, because it is only for operators. Use another block.`)
  }
  const all = new Map<string, string>()
  for (const [key, value] of [...pairs, ...givenStates(states)]) {
    if (!property.test(key) || !propertyValue.test(value)) throw notAState(key, value)
    const before = all.get(key)
    if (before !== undefined && before !== value) {
      throw new PartProblem('states', `the state ${key} is given twice, as ${before} and ${value}. Keep one of them.`)
    }
    all.set(key, value)
  }
  if (all.size > maxStates) throw new PartProblem('states', `it has more than ${maxStates} states. Leave most out.`)
  return stateText(name, [...all])
}

function splitBlock(block: unknown): { readonly id: unknown; readonly pairs: StatePairs } {
  if (typeof block !== 'string' || !block.endsWith(']')) return { id: block, pairs: [] }
  const start = block.indexOf('[')
  if (start < 0 || block.length > 2_048) return { id: block, pairs: [] }
  const inside = block.slice(start + 1, -1).trim()
  const parts = inside === '' ? [] : inside.split(',')
  return {
    id: block.slice(0, start),
    pairs: parts.map((part) => {
      const [key = '', value = ''] = part.split('=', 2)
      return [key.trim(), value.trim()]
    }),
  }
}

function givenStates(states: unknown): StatePairs {
  if (states === undefined) return []
  if (typeof states !== 'object' || states === null || Array.isArray(states)) {
    throw new PartProblem('states', '`states` must be an object, for example {"facing": "east"}.', states)
  }
  const entries = Object.entries(states)
  if (entries.length > maxStates) throw new PartProblem('states', `it has more than ${maxStates} states.`)
  return entries.map(([key, value]) => {
    if (typeof value === 'object' || value === undefined) throw notAState(key, value)
    return [key, String(value)]
  })
}

const notAState = (key: string, value: unknown): PartProblem =>
  new PartProblem(
    'states',
    `the state ${rendered(key)} = ${rendered(value)} is not possible. Write states such as {"facing": "east"}.`,
    value,
  )
