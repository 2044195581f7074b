/** Worlds: the dimension of a Bedrock game that a world's name means, and back. */
import { GatewayError } from '@contract/gateway-error.js'
import { type Encoded, literal } from './command-text.js'

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

/** By the numbers of the game. */
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

/** What stands before a command that is about a place. */
export const inWorld = (worldName: unknown): Encoded => literal(`execute in ${dimensionOf(worldName)} run `)

export const worldNumbered = (dimension: unknown): string | undefined =>
  typeof dimension === 'number' ? numbered[dimension] : undefined
