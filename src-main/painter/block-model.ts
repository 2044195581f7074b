/** Block model: what the painter needs to know of a block state for one picture. */
import { coloursOf } from './blocks/block-colours.js'
import { needsSides, shapeOf } from './blocks/block-shape.js'
import { blockStateOf } from './blocks/block-state.js'
import { type Box, boxOf } from './blocks/box.js'
import { invisible } from './blocks/small-shapes.js'
import type { Camera } from './camera.js'
import { type SpriteFace, seenBoxes, type spriteMaker } from './sprite.js'

export interface BlockModel {
  readonly faces: readonly SpriteFace[]
  /** From 0 to 1. */
  readonly opacity: number
  /** Full and opaque: it hides the sides of its neighbours. */
  readonly hides: boolean
  /** It is, or contains, water. */
  readonly isWet: boolean
  /** Glass beside glass has no side between them. */
  readonly isClear: boolean
  /** Gets no lines. */
  readonly isTrifle: boolean
  /** Fences, walls and panes join with it. */
  readonly joins: boolean
  /** By the neighbours that it joins, as bits: right, near, and the two opposite ones. */
  readonly joined?: (neighbours: number) => readonly SpriteFace[]
}

export interface Water {
  readonly surface: readonly SpriteFace[]
  /** Below other water. */
  readonly full: readonly SpriteFace[]
  readonly opacity: number
}

/** Below this, trifles such as grass would only be noise, and other small blocks are drawn as cubes below `plain`. */
const trifles = 4
const plain = 2

const waters: ReadonlySet<string> = new Set(
  'water flowing_water bubble_column kelp kelp_plant seagrass tall_seagrass'.split(' '),
)
const onlyWater: ReadonlySet<string> = new Set(['water', 'flowing_water', 'bubble_column'])

type MakeSprite = ReturnType<typeof spriteMaker>

/** Nothing for what is not seen. */
export function modelOf(text: string, turn: number, camera: Camera, sprite: MakeSprite): BlockModel | undefined {
  const state = blockStateOf(text)
  const { name, properties } = state
  if (invisible.has(name)) return undefined
  const colours = coloursOf(name)
  const isWet = waters.has(name) || properties.get('waterlogged') === 'true'
  const shape = shapeOf(state)
  const common = {
    opacity: colours.opacity,
    isWet,
    isClear: colours.opacity < 1 && !isWet,
    hides: shape.isFull && colours.opacity === 1,
    isTrifle: shape.isTrifle ?? false,
    joins: shape.isFull || needsSides(state),
  }
  if (onlyWater.has(name) || (shape.isTrifle && camera.half < trifles)) return { ...common, faces: [] }
  const facesOf = (boxes: readonly Box[]) => seenBoxes(boxes, turn).flatMap((box) => sprite(box, colours.glows))
  if (camera.half < plain && !shape.isFull)
    return { ...common, hides: colours.opacity === 1, faces: facesOf([boxOf(cube, colours.top, colours.side)]) }
  // Small blocks of earth would show more of their sides than of what grows on them.
  if (camera.half < trifles && shape.isFull) return { ...common, faces: facesOf(shape.boxes.slice(-1).map(asCube)) }
  if (!needsSides(state)) return { ...common, faces: facesOf(shape.boxes) }
  const known = new Map<number, readonly SpriteFace[]>()
  const joined = (neighbours: number): readonly SpriteFace[] => {
    const before = known.get(neighbours)
    if (before) return before
    const sides = directions.filter((_, at) => neighbours & (1 << ((at + 4 - turn) % 4)))
    const made = facesOf(shapeOf(state, sides).boxes)
    known.set(neighbours, made)
    return made
  }
  return { ...common, faces: [], joined }
}

/** In the order of the bits when the camera is not turned: right is east, near is south. */
const directions = ['east', 'south', 'west', 'north'] as const
const cube = [0, 0, 0, 16, 16, 16] as const

/** The highest of the boxes of a full block, from the ground. */
const asCube = (box: Box): Box => ({ ...box, y0: 0 })

export function waterOf(sprite: MakeSprite): Water {
  const { top, opacity } = coloursOf('water')
  const upTo = (height: number) =>
    seenBoxes([boxOf([0, 0, 0, 16, height, 16], top)], 0).flatMap((box) => sprite(box, false))
  return { surface: upTo(14), full: upTo(16), opacity }
}
