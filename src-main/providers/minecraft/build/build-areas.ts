/** Build areas: where AI may build on a server. With any area, a build must be inside one of them. */
import type { BuildArea } from '@shared/servers/added-server.js'
import type { Extent } from '../../../policy/build/plan.js'
import { quoted } from '../../../policy/text/model-text.js'
import { operationProblem } from '../operation-problem.js'

export type { BuildArea }

const axes = ['x', 'y', 'z'] as const

/** @param dimensionOf the dimension of a world's name. @throws GatewayError that names the areas */
export function requireInArea(
  { min, max }: Extent,
  dimension: string,
  areas: readonly BuildArea[],
  dimensionOf: (world: string) => string,
): void {
  const isIn = ({ world, from, to }: BuildArea) =>
    isNamed(world, dimension, dimensionOf) && axes.every((axis) => min[axis] >= from[axis] && max[axis] <= to[axis])
  if (areas.length === 0 || areas.some(isIn)) return
  const places = areas.map(
    ({ name, world, from, to }) => `${quoted(name)} in ${world}: ${placeOf(from)} to ${placeOf(to)}`,
  )
  throw operationProblem(
    'build-outside-areas',
    `The build is outside the areas in which its owner allows building. They are ${places.join('; ')}.`,
    'Choose an origin so that the whole build is inside one of them.',
    { areas: areas.map(({ name }) => name) },
  )
}

/** An area may have the name of a world that this server does not have. */
function isNamed(world: string, dimension: string, dimensionOf: (world: string) => string): boolean {
  try {
    return dimensionOf(world) === dimension
  } catch {
    return false
  }
}

const placeOf = ({ x, y, z }: BuildArea['from']): string => `${x} ${y} ${z}`
