/** Volume: the number of blocks in the smallest box around all positions in the arguments. */

type Position = readonly [x: number, y: number, z: number]

/** Undefined with fewer than two positions. NaN when a position cannot be evaluated. */
export function volumeOf(value: unknown): number | undefined {
  const positions = positionsIn(value)
  if (positions.length < 2) return undefined
  return [0, 1, 2]
    .map((axis) => positions.map((position) => position[axis as 0 | 1 | 2]))
    .map((along) => Math.abs(Math.floor(Math.max(...along)) - Math.floor(Math.min(...along))) + 1)
    .reduce((volume, length) => volume * length, 1)
}

function positionsIn(value: unknown): Position[] {
  if (typeof value === 'string') return positionOfText(value)
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number')) {
    return [value as unknown as Position]
  }
  return [...cornersOf(value as Readonly<Record<string, unknown>>), ...Object.values(value).flatMap(positionsIn)]
}

/** Reads `x, y, z`, and both corners when one object has two: `x1, y1, z1`, `minX, minY, minZ`. */
function cornersOf(object: Readonly<Record<string, unknown>>): Position[] {
  const corners = new Map<string, Partial<Record<'x' | 'y' | 'z', number>>>()
  for (const [name, value] of Object.entries(object)) {
    const axis = /^(?<axis>[xyz])(?<corner>[_-]?\d*)$|^(?<before>[a-z]+?)[_-]?(?<last>[XYZxyz])$/u.exec(name)?.groups
    if (!axis || typeof value === 'object') continue
    const letter = (axis.axis ?? axis.last ?? '').toLowerCase() as 'x' | 'y' | 'z'
    const corner = axis.corner ?? axis.before ?? ''
    corners.set(corner, { ...corners.get(corner), [letter]: Number(value) })
  }
  return [...corners.values()].flatMap(({ x, y, z }) =>
    x === undefined || y === undefined || z === undefined ? [] : [[x, y, z] as const],
  )
}

function positionOfText(text: string): Position[] {
  const numbers = text.trim().split(/\s*,\s*|\s+/u)
  if (numbers.length !== 3 || !numbers.every((one) => /^[~^]?(?:-?\d+(?:\.\d+)?)?$/u.test(one))) return []
  // A relative position can be anywhere.
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = numbers.map((one) => (one === '' ? Number.NaN : Number(one)))
  return [[x, y, z]]
}
