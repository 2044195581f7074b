/**
 * Coverage positions: the positions of a request, and the smallest distance that is proposed around them.
 *
 * Several positions of one request (the corners of a box) share one centre, so that a person reads one distance for all.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'

export type RequestPosition = Omit<Extract<ArgumentFact, { kind: 'near' }>, 'kind'>

type Found = Pick<RequestPosition, 'at' | 'parameters'> & { readonly position: readonly [number, number, number] }

/** Proposed distances, in blocks along each axis. */
const distances = [16, 32, 64] as const

/** @param near names of objects with `x`, `y`, `z`; an empty string means the arguments themselves */
export function positionsIn(given: JsonObject, near: readonly string[]): RequestPosition[] {
  const found = near.flatMap((name) => cornersAt(given, name === '' ? [] : name.split('.')))
  if (found.length === 0) return []
  const [x, y, z] = [0, 1, 2].map((axis) => middleOf(found.map(({ position }) => position[axis] ?? 0)))
  const centre = [x ?? 0, y ?? 0, z ?? 0] as const
  const furthest = Math.max(
    ...found.flatMap(({ position }) => position.map((at, axis) => Math.abs(at - (centre[axis] ?? 0)))),
  )
  const blocks = distances.find((distance) => distance >= furthest)
  if (blocks === undefined) return []
  return found.map(({ at, parameters }) => ({ at, parameters, x: centre[0], y: centre[1], z: centre[2], blocks }))
}

const middleOf = (along: readonly number[]): number => Math.round((Math.min(...along) + Math.max(...along)) / 2)

function cornersAt(given: JsonObject, at: readonly string[]): Found[] {
  let object: unknown = given
  for (const name of at) object = isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
  if (!isObject(object)) return []
  const members = object
  return cornerNames.flatMap((parameters) => {
    const position = parameters.map((name) => (Object.hasOwn(members, name) ? members[name] : undefined))
    return position.every(isCoordinate) ? [{ at, parameters, position: position as [number, number, number] }] : []
  })
}

/** Names of the coordinates in one object: of one position, or of the two corners of a box. */
export const cornerNames: readonly (readonly [string, string, string])[] = [
  ['x', 'y', 'z'],
  ['x1', 'y1', 'z1'],
  ['x2', 'y2', 'z2'],
  ['minX', 'minY', 'minZ'],
  ['maxX', 'maxY', 'maxZ'],
]

const isCoordinate = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 30_000_000
