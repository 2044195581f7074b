/** Worlds: converts between a world's name and its dimension. Names are those of Bukkit servers. */
import { GatewayError } from '@contract/gateway-error.js'
import { type EncodedJavaArgument, resourceId } from './dialects/command-arguments.js'

const dimensions: Readonly<Record<string, string>> = {
  world: 'minecraft:overworld',
  overworld: 'minecraft:overworld',
  world_nether: 'minecraft:the_nether',
  the_nether: 'minecraft:the_nether',
  nether: 'minecraft:the_nether',
  world_the_end: 'minecraft:the_end',
  the_end: 'minecraft:the_end',
}

const names: Readonly<Record<string, string>> = {
  'minecraft:overworld': 'world',
  'minecraft:the_nether': 'world_nether',
  'minecraft:the_end': 'world_the_end',
}

/** Numeric dimension ids used before 1.16. */
const numbered: Readonly<Record<string, string>> = {
  '-1': 'minecraft:the_nether',
  '0': 'minecraft:overworld',
  '1': 'minecraft:the_end',
}

/** The dimension that a caller means; an id with a namespace is used unchanged. @throws GatewayError */
export function dimensionOf(worldName: unknown): EncodedJavaArgument {
  const name = String(worldName)
  if (Object.hasOwn(dimensions, name)) return resourceId(dimensions[name])
  if (/^[a-z0-9_.-]{1,64}:[a-z0-9_./-]{1,128}$/u.test(name)) return resourceId(name)
  throw new GatewayError('BUSINESS.WORLD_NOT_FOUND', {
    suggestion: 'Use world, world_nether, world_the_end, or the id of a dimension such as minecraft:overworld.',
    details: { worldName: name.slice(0, 64) },
  })
}

/** The name that callers use for a dimension. */
export const worldNameOf = (dimension: string | number): string => {
  const id = numbered[String(dimension)] ?? String(dimension)
  return Object.hasOwn(names, id) ? (names[id] ?? id) : id
}
