/** Worlds: converts between world names and dimensions of a Bedrock game. */
import { GatewayError } from '@contract/gateway-error.js'
import { type EncodedBedrockArgument, literal } from './command-text.js'

type Dimension = 'overworld' | 'nether' | 'the_end'

const dimensions: Readonly<Record<string, Dimension>> = {
  world: 'overworld',
  overworld: 'overworld',
  'minecraft:overworld': 'overworld',
  nether: 'nether',
  world_nether: 'nether',
  the_nether: 'nether',
  'minecraft:the_nether': 'nether',
  'minecraft:nether': 'nether',
  the_end: 'the_end',
  end: 'the_end',
  world_the_end: 'the_end',
  'minecraft:the_end': 'the_end',
}

/** Indexed by the dimension numbers of the game. */
const numbered: readonly Dimension[] = ['overworld', 'nether', 'the_end']

/** @throws GatewayError when a Bedrock game has no such world */
export function dimensionOf(worldName: unknown): Dimension {
  const name = String(worldName)
  const found = Object.hasOwn(dimensions, name) ? dimensions[name] : undefined
  if (found) return found
  throw new GatewayError('BUSINESS.WORLD_NOT_FOUND', {
    suggestion: 'Use overworld, nether or the_end.',
    details: { worldName: name.slice(0, 64) },
  })
}

const heights: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  overworld: { min: -64, max: 319 },
  nether: { min: 0, max: 127 },
}

/** Beyond it a world has no blocks. */
export const heightOf = (dimension: string) => heights[dimension] ?? { min: 0, max: 255 }

/** Prefix of a command that runs in a world. */
export const inWorld = (worldName: unknown): EncodedBedrockArgument =>
  literal(`execute in ${dimensionOf(worldName)} run `)

export const worldNumbered = (dimension: unknown): string | undefined =>
  typeof dimension === 'number' ? numbered[dimension] : undefined
