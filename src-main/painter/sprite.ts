/**
 * Sprite: the pixels of one box of a block, for each place between pixels that its corner can have.
 *
 * A pixel belongs to the face that its middle lies on, so that faces of neighbours meet without gaps and without overlap.
 */

import type { Box } from './blocks/box.js'
import { shaded } from './blocks/colour.js'
import type { Camera } from './camera.js'

/** The three faces that are seen. */
export const faces = { top: 1, right: 2, left: 3 } as const
type Face = keyof typeof faces

/** A box along the axes of the picture. */
export interface SeenBox {
  readonly right: Range
  readonly near: Range
  readonly up: Range
  readonly top: number
  readonly rightSide: number
  readonly leftSide: number
}

export interface SpriteFace {
  readonly face: (typeof faces)[Face]
  readonly colour: number
  /** Where its plane is in the block, in sixteenths. */
  readonly at: number
  /** Whether it lies at the side of the block, where a neighbour can hide it. */
  readonly isOuter: boolean
  /** Row, first column, end, of each row; by the quarters of a pixel of the block's corner: `4 * x + y`. */
  readonly spans: readonly Int16Array[]
  /** The pixels of a whole side next to another block, slightly darker: blocks can be counted. */
  readonly joints?: readonly Int16Array[]
  readonly jointColour: number
}

const light = { top: 1, left: 0.81, right: 0.66 }
const glow = { top: 1, left: 0.94, right: 0.88 }

/** Boxes of a block seen after `turn` quarter turns of the camera, those behind first. */
export function seenBoxes(boxes: readonly Box[], turn: number): SeenBox[] {
  const left = boxes.map((box) => seen(box, turn))
  const ordered: SeenBox[] = []
  while (left.length > 0) {
    const next = Math.max(
      0,
      left.findIndex((box) => !left.some((other) => other !== box && isBehind(other, box))),
    )
    ordered.push(...left.splice(next, 1))
  }
  return ordered
}

function seen({ x0, y0, z0, x1, y1, z1, top, x, z }: Box, turn: number): SeenBox {
  const up = [y0, y1] as const
  if (turn === 0) return { right: [x0, x1], near: [z0, z1], up, top, rightSide: x, leftSide: z }
  if (turn === 1) return { right: [z0, z1], near: [16 - x1, 16 - x0], up, top, rightSide: z, leftSide: x }
  if (turn === 2) return { right: [16 - x1, 16 - x0], near: [16 - z1, 16 - z0], up, top, rightSide: x, leftSide: z }
  return { right: [16 - z1, 16 - z0], near: [x0, x1], up, top, rightSide: z, leftSide: x }
}

const axes = ['right', 'near', 'up'] as const

/** Whether something separates them so that the first is the one farther away. */
const isBehind = (one: SeenBox, other: SeenBox): boolean =>
  axes.some((axis) => one[axis][1] <= other[axis][0]) && !axes.some((axis) => other[axis][1] <= one[axis][0])

/** Makes sprites for one picture; boxes of the same extent share their pixels. */
export function spriteMaker({ half, rise }: Camera) {
  const phases = phasesOf(half, rise)
  const known = new Map<string, Pick<SpriteFace, 'spans' | 'joints'>>()

  function pixelsOf(face: Face, corners: readonly Corner[], hasJoints: boolean): Pick<SpriteFace, 'spans' | 'joints'> {
    const key = `${face} ${corners} ${hasJoints}`
    const before = known.get(key)
    if (before) return before
    const points = corners.map(([r, n, u]) => ({
      x: ((r - n) * half) / 16,
      y: ((r + n) * half) / 32 - (u * rise) / 16,
    }))
    const spans = phases.map((isUsed, phase) =>
      isUsed ? spansOf(points, (phase >> 2) / 4, (phase & 3) / 4) : new Int16Array(),
    )
    const made = { spans, ...(hasJoints && { joints: spans.map((rows) => jointsOf(rows, face !== 'top')) }) }
    known.set(key, made)
    return made
  }

  return (box: SeenBox, glows: boolean): SpriteFace[] => {
    const right = atLeast(box.right, half)
    const near = atLeast(box.near, half)
    const up = atLeast(box.up, rise)
    const shade = glows ? glow : light
    const hasJoints = half >= leastForJoints && axes.every((axis) => box[axis][0] === 0 && box[axis][1] === 16)
    const faceOf = (face: Face, colour: number, at: number): SpriteFace => {
      const shown = shaded(colour, shade[face])
      const corners = cornersOf[face](right, near, up)
      return {
        face: faces[face],
        colour: shown,
        at: Math.round(at),
        isOuter: at === 16,
        ...pixelsOf(face, corners, hasJoints),
        jointColour: shaded(shown, 0.95),
      }
    }
    return [
      faceOf('top', box.top, up[1]),
      faceOf('right', box.rightSide, right[1]),
      faceOf('left', box.leftSide, near[1]),
    ].filter(({ spans }) => spans.some(({ length }) => length > 0))
  }
}

type Range = readonly [from: number, to: number]
type Corner = readonly [right: number, near: number, up: number]

const cornersOf: Readonly<Record<Face, (right: Range, near: Range, up: Range) => readonly Corner[]>> = {
  top: (right, near, up) => [
    [right[0], near[0], up[1]],
    [right[1], near[0], up[1]],
    [right[1], near[1], up[1]],
    [right[0], near[1], up[1]],
  ],
  right: (right, near, up) => [
    [right[1], near[0], up[1]],
    [right[1], near[1], up[1]],
    [right[1], near[1], up[0]],
    [right[1], near[0], up[0]],
  ],
  left: (right, near, up) => [
    [right[0], near[1], up[1]],
    [right[1], near[1], up[1]],
    [right[1], near[1], up[0]],
    [right[0], near[1], up[0]],
  ],
}

/** The places between pixels, `4 * x + y` in quarters, that corners of blocks can have. */
function phasesOf(half: number, rise: number): boolean[] {
  const phases = Array.from({ length: 16 }, () => false)
  for (let right = 0; right < 8; right++) {
    for (let near = 0; near < 8; near++) {
      for (let up = 0; up < 4; up++)
        phases[phaseOf((right - near) * half, ((right + near) * half) / 2 - up * rise)] = true
    }
  }
  return phases
}

export const phaseOf = (x: number, y: number): number => ((x * 4) & 3) * 4 + ((y * 4) & 3)

/** What is thin stays visible: at least a pixel and a half. */
function atLeast([from, to]: Range, pixels: number): Range {
  const least = Math.min(16, (1.5 * 16) / pixels)
  if (to - from >= least || to - from <= 1) return [from, to]
  const low = Math.max(0, Math.min(16 - least, (from + to - least) / 2))
  return [low, low + least]
}

const leastForJoints = 6

/** Pixels of a face above its lower edges and, of a side, at its right edge. */
function jointsOf(spans: Int16Array, isSide: boolean): Int16Array {
  const inside = new Set<string>()
  for (let at = 0; at < spans.length; at += 3) {
    for (let x = spans[at + 1] as number; x < (spans[at + 2] as number); x++) inside.add(`${x} ${spans[at]}`)
  }
  const joints = [...inside].flatMap((pixel) => {
    const [x, y] = pixel.split(' ').map(Number) as [number, number]
    const isJoint = !inside.has(`${x} ${y + 1}`) || (isSide && !inside.has(`${x + 1} ${y}`))
    return isJoint ? [y, x, x + 1] : []
  })
  return Int16Array.from(joints)
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Pixels whose middle is inside a convex shape that is moved by `x` and `y`. */
function spansOf(corners: readonly Point[], x: number, y: number): Int16Array {
  const moved = corners.map((corner) => ({ x: corner.x + x, y: corner.y + y }))
  const heights = moved.map((corner) => corner.y)
  const spans: number[] = []
  for (let row = Math.ceil(Math.min(...heights) - 0.5); row + 0.5 < Math.max(...heights); row++) {
    const crossings = moved.flatMap((from, at) => crossingOf(from, moved[(at + 1) % moved.length] as Point, row + 0.5))
    const start = Math.ceil(Math.min(...crossings) - 0.5)
    const end = Math.ceil(Math.max(...crossings) - 0.5)
    if (crossings.length > 1 && end > start) spans.push(row, start, end)
  }
  return Int16Array.from(spans)
}

function crossingOf(from: Point, to: Point, height: number): number[] {
  const isCrossed = Math.min(from.y, to.y) <= height && height < Math.max(from.y, to.y)
  return isCrossed ? [from.x + ((height - from.y) / (to.y - from.y)) * (to.x - from.x)] : []
}
