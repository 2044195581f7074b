/** Block shape: the boxes that a block state is drawn as. What has no shape of its own is a full cube. */
import { type BlockColours, coloursOf } from './block-colours.js'
import type { BlockState } from './block-state.js'
import { along, type Box, boxOf, type Corners, facing } from './box.js'
import { type Colour, colourOf, mixed } from './colour.js'
import { blades, crops, flowers, grassLike, smallShapes } from './small-shapes.js'

export interface BlockShape {
  readonly boxes: readonly Box[]
  /** Together a cube. */
  readonly isFull: boolean
  /** So small that it is left out of pictures with small blocks. */
  readonly isTrifle?: boolean
}

type Make = (state: BlockState, colours: BlockColours) => readonly Box[]

const [wood, green, dark, pillow] = [0x9a7a4c, 0x5f9440, 0x35363c, 0xeceae4].map(colourOf) as [
  Colour,
  Colour,
  Colour,
  Colour,
]
const [flame, brown] = [colourOf(0xffd45c), colourOf(0x7a5a35)]
const sides = ['north', 'east', 'south', 'west'] as const
const cube: Corners = [0, 0, 0, 16, 16, 16]

/** @param joined the sides where a fence, a wall or a pane meets a neighbour, if its state does not say */
export function shapeOf(state: BlockState, joined?: readonly string[]): BlockShape {
  const colours = coloursOf(state.name)
  const known = joined ? withSides(state, joined) : state
  const { name } = state
  const ground = earthOf(name, state, colours)
  if (ground) return { boxes: ground, isFull: true }
  if (name.startsWith('potted_')) return { boxes: pottedOf(name), isFull: false }
  if (grassLike.has(name)) return { boxes: grassOf(state, colours), isFull: false, isTrifle: true }
  if (flowers.has(name)) return { boxes: flowerOf(state, colours), isFull: false, isTrifle: true }
  if (crops.has(name)) return { boxes: [boxOf([1, 0, 1, 15, cropHeight(state), 15], colours.top)], isFull: false }
  const ending = longestEnding(name)
  const make = ending === undefined ? undefined : makers[ending]
  if (make) {
    const boxes = make(known, colours)
    return { boxes, isFull: boxes.length === 1 && isCube(boxes[0] as Box) }
  }
  const small = ending === undefined ? undefined : smallShapes[ending]
  if (small) return { boxes: small.map((corners) => boxOf(corners, colours.top, colours.side)), isFull: false }
  return { boxes: [along(state.properties.get('axis'), boxOf(cube, colours.top, colours.side))], isFull: true }
}

/** Whether it meets its neighbours, and its state does not say where. */
export const needsSides = ({ name, properties }: BlockState): boolean =>
  !properties.has('north') && ['fence', 'wall', 'pane', 'bars'].some((ending) => isEnding(name, ending))

const withSides = ({ name, properties }: BlockState, joined: readonly string[]): BlockState => ({
  name,
  properties: new Map([...properties, ...joined.map((side) => [side, 'true'] as const)]),
})

const isCube = ({ x0, y0, z0, x1, y1, z1 }: Box) => x0 + y0 + z0 === 0 && x1 + y1 + z1 === 48
const isEnding = (name: string, ending: string) => name === ending || name.endsWith(`_${ending}`)

function longestEnding(name: string): string | undefined {
  for (let at = 0; at >= 0; ) {
    const ending = name.slice(at)
    if (Object.hasOwn(makers, ending) || Object.hasOwn(smallShapes, ending)) return ending
    const next = name.indexOf('_', at)
    at = next < 0 ? -1 : next + 1
  }
  return undefined
}

/** For full blocks whose name ends like that of a small one. */
const whole: Make = (_, { top, side }) => [boxOf(cube, top, side)]

/** Earth with something on it. */
function earthOf(name: string, { properties }: BlockState, { top, side }: BlockColours) {
  const isNylium = name.endsWith('nylium')
  if (!isNylium && name !== 'grass_block' && name !== 'podzol' && name !== 'mycelium') return undefined
  const cover = properties.get('snowy') === 'true' ? colourOf(0xf3f8f9) : top
  return [boxOf([0, 0, 0, 16, 10, 16], side), boxOf([0, 10, 0, 16, 16, 16], cover)]
}

const pottedOf = (name: string): readonly Box[] => [
  boxOf([5, 0, 5, 11, 6, 11], coloursOf('flower_pot').top),
  boxOf([6, 6, 6, 10, 13, 10], coloursOf(name).top),
]

function grassOf({ name, properties }: BlockState, { top }: BlockColours) {
  const isLower = (name.startsWith('tall') || name.startsWith('large')) && properties.get('half') === 'lower'
  const isTall = isLower || name.startsWith('kelp') || name === 'tall_seagrass'
  return blades.map(([x0, y0, z0, x1, y1, z1]) => boxOf([x0, y0, z0, x1, isTall ? 16 : y1, z1], top))
}

function flowerOf({ properties }: BlockState, { top }: BlockColours): readonly Box[] {
  if (properties.get('half') === 'lower') return [boxOf([5, 0, 5, 11, 16, 11], green)]
  const isUpper = properties.get('half') === 'upper'
  if (isUpper) return [boxOf([4, 0, 4, 12, 9, 12], top)]
  return [boxOf([7, 0, 7, 9, 6, 9], green), boxOf([5.5, 6, 5.5, 10.5, 10, 10.5], top)]
}

const numberOf = (text: string | undefined, otherwise: number, most: number): number => {
  const value = Number(text ?? otherwise)
  return Number.isFinite(value) ? Math.max(0, Math.min(most, value)) : otherwise
}

const cropHeight = ({ properties }: BlockState): number => 4 + numberOf(properties.get('age'), 7, 7) * 1.4

/** What joins its neighbours: a post, and an arm towards each side that is joined. */
const joining =
  (post: Corners, arms: readonly Corners[]): Make =>
  ({ properties }, { top, side }) => {
    const joined = sides.filter((side) => !['false', 'none', undefined].includes(properties.get(side)))
    const hasPost = properties.get('up') !== 'false' || joined.length === 0
    const made = joined.flatMap((direction) => arms.map((arm) => facing(direction, boxOf(arm, top, side))))
    return hasPost ? [...made, boxOf(post, top, side)] : made
  }

const slab: Make = ({ properties }, { top, side }) => {
  const type = properties.get('type') ?? properties.get('half')
  const [low, high] = type === 'double' ? [0, 16] : type === 'top' ? [8, 16] : [0, 8]
  return [boxOf([0, low, 0, 16, high, 16], top, side)]
}

const stairs: Make = ({ properties }, { top, side }) => {
  const isTop = properties.get('half') === 'top'
  const [low, high] = isTop ? [0, 8] : [8, 16]
  const shape = properties.get('shape') ?? 'straight'
  const [from, to] = shape === 'outer_right' ? [8, 16] : shape === 'outer_left' ? [0, 8] : [0, 16]
  const steps: Corners[] = [[from, low, 0, to, high, 8]]
  if (shape === 'inner_left') steps.push([0, low, 8, 8, high, 16])
  if (shape === 'inner_right') steps.push([8, low, 8, 16, high, 16])
  const turned = steps.map((step) => facing(properties.get('facing'), boxOf(step, top, side)))
  return [boxOf([0, 8 - low, 0, 16, 16 - low, 16], top, side), ...turned]
}

/** Darker than the wall of the same wood around it. */
const doorColour = (colour: Colour): Colour => mixed(colour, dark, 0.16)

const door: Make = ({ properties }, { top, side }) => {
  const isOpen = properties.get('open') === 'true'
  const plate: Corners = !isOpen
    ? [0, 0, 13, 16, 16, 16]
    : properties.get('hinge') === 'right'
      ? [13, 0, 0, 16, 16, 16]
      : [0, 0, 0, 3, 16, 16]
  return [facing(properties.get('facing'), boxOf(plate, doorColour(top), doorColour(side)))]
}

const trapdoor: Make = ({ properties }, { top, side }) => {
  if (properties.get('open') === 'true') return [onWall(properties, 3, boxOf(cube, doorColour(top), doorColour(side)))]
  const low = properties.get('half') === 'top' ? 13 : 0
  return [boxOf([0, low, 0, 16, low + 3, 16], doorColour(top), doorColour(side))]
}

/** A plate on the wall behind it. */
const onWall = (properties: BlockState['properties'], thick: number, box: Box): Box =>
  facing(properties.get('facing'), { ...box, z0: 16 - thick, z1: 16 })

const plate =
  (corners: Corners): Make =>
  ({ properties }, { top, side }) => [facing(properties.get('facing'), boxOf(corners, top, side))]

const gate: Make = ({ properties }, { top, side }) => {
  const parts: Corners[] = [
    [0, 5, 7, 2, 16, 9],
    [14, 5, 7, 16, 16, 9],
  ]
  if (properties.get('open') !== 'true') parts.push([2, 6, 7, 14, 9, 9], [2, 12, 7, 14, 15, 9])
  return parts.map((part) => facing(properties.get('facing'), boxOf(part, top, side)))
}

const torch: Make = ({ name, properties }, { top }) => {
  const isOnWall = name.includes('wall')
  const [low, back] = isOnWall ? [3, 4] : [0, 0]
  const stick = boxOf([7, low, 7 + back, 9, low + 8, 9 + back], wood)
  const light = boxOf([6.5, low + 8, 6.5 + back, 9.5, low + 11, 9.5 + back], top)
  return [stick, light].map((part) => (isOnWall ? facing(properties.get('facing'), part) : part))
}

const lantern: Make = ({ name, properties }, { top }) => {
  const light = name.includes('copper') ? flame : top
  const cap = name.includes('copper') ? top : dark
  const low = properties.get('hanging') === 'true' ? 2 : 0
  return [boxOf([4, low, 4, 12, low + 8, 12], light), boxOf([6, low + 8, 6, 10, low + 10, 10], cap)]
}

const candles: Make = ({ properties }, { top }) => [
  boxOf([6.5, 0, 6.5, 9.5, 7, 9.5], top),
  ...(properties.get('lit') === 'true' ? [boxOf([7, 7, 7, 9, 9, 9], flame)] : []),
]

const candleCake: Make = (_, { top, side }) => [
  boxOf([1, 0, 1, 15, 8, 15], top, side),
  boxOf([7, 8, 7, 9, 14, 9], pillow),
]

const chest: Make = (_, { top, side }) => [
  boxOf([1, 0, 1, 15, 9, 15], side),
  boxOf([1, 9, 1, 15, 14, 15], top, mixed(side, top, 0.6)),
]

const bed: Make = ({ properties }, { top }) => {
  const isHead = properties.get('part') === 'head'
  const blanket = [boxOf([0, 2, 0, 16, 5, 16], wood), boxOf([0, 5, isHead ? 8 : 0, 16, 9, 16], top)]
  const parts = isHead ? [...blanket, boxOf([0, 5, 0, 16, 9, 8], pillow)] : blanket
  return parts.map((part) => facing(properties.get('facing'), part))
}

const isAcross = (properties: BlockState['properties']): boolean =>
  (numberOf(properties.get('rotation'), 0, 15) + 2) % 8 >= 4

const board =
  (standing: readonly Corners[], onTheWall: Corners): Make =>
  ({ name, properties }, { top, side }) => {
    if (name.includes('wall_')) return [facing(properties.get('facing'), boxOf(onTheWall, top, side))]
    const direction = isAcross(properties) ? 'east' : 'north'
    return standing.map((part) => facing(direction, boxOf(part, top, side)))
  }

const head: Make = ({ name, properties }, { top }) =>
  name.includes('wall_')
    ? [facing(properties.get('facing'), boxOf([4, 4, 8, 12, 12, 16], top))]
    : [boxOf([4, 0, 4, 12, 8, 12], top)]

const anvil: Make = ({ properties }, { top }) =>
  (
    [
      [2, 0, 2, 14, 4, 14],
      [5, 4, 4, 11, 10, 12],
      [3, 10, 0, 13, 16, 16],
    ] as const
  ).map((part) => facing(properties.get('facing'), boxOf(part, top)))

const cauldron: Make = ({ name }, { top, side }) => [
  boxOf([0, 3, 0, 16, 15, 16], name === 'cauldron' ? dark : top, side),
  boxOf([0, 15, 0, 16, 16, 1], side),
  boxOf([0, 15, 0, 1, 16, 16], side),
  boxOf([15, 15, 0, 16, 16, 16], side),
  boxOf([0, 15, 15, 16, 16, 16], side),
]

const campfire: Make = ({ properties }, { top, side }) => [
  boxOf([0, 0, 0, 16, 5, 16], side),
  ...(properties.get('lit') === 'false'
    ? []
    : [boxOf([4, 5, 4, 12, 11, 12], top), boxOf([6, 11, 6, 10, 14, 10], flame)]),
]

const rod: Make = ({ properties }, { top }) => {
  const direction = properties.get('facing') ?? properties.get('axis')
  const axis =
    direction === 'east' || direction === 'west'
      ? 'x'
      : direction === 'north' || direction === 'south'
        ? 'z'
        : direction
  return [along(axis, boxOf([6.5, 0, 6.5, 9.5, 16, 9.5], top))]
}

const rail: Make = ({ properties }, { top }) => {
  const isAlongX = properties.get('shape')?.includes('east') && !properties.get('shape')?.includes('h_')
  const direction = isAlongX ? 'east' : 'north'
  return (
    [
      [3, 0, 0, 5, 1, 16],
      [11, 0, 0, 13, 1, 16],
      [1, 0, 6, 15, 0.5, 10],
    ] as const
  ).map((part) => facing(direction, boxOf(part, top)))
}

const button: Make = ({ properties }, { top }) => {
  const face = properties.get('face') ?? 'floor'
  if (face === 'wall') return [facing(properties.get('facing'), boxOf([5, 6, 14, 11, 10, 16], top))]
  return [boxOf(face === 'ceiling' ? [5, 14, 6, 11, 16, 10] : [5, 0, 6, 11, 2, 10], top)]
}

const vine: Make = ({ properties }, { top }) => {
  const grown = sides.filter((side) => properties.get(side) === 'true')
  const walls = grown.map((side) => facing(side, boxOf([0, 0, 0, 16, 16, 1], top)))
  return walls.length > 0 ? walls : [boxOf([0, 15, 0, 16, 16, 16], top)]
}

const mushroom: Make = (_, { top }) => [boxOf([7, 0, 7, 9, 5, 9], pillow), boxOf([4, 5, 4, 12, 8, 12], top)]

const sapling: Make = (_, { top }) => [boxOf([7, 0, 7, 9, 5, 9], brown), boxOf([4, 5, 4, 12, 13, 12], top)]

const coral: Make = (_, { top }) => blades.slice(0, 4).map((corners) => boxOf(corners, top))

const portal: Make = ({ properties }, { top }) => [
  facing(properties.get('axis') === 'z' ? 'east' : 'north', boxOf([0, 0, 6, 16, 16, 10], top)),
]

const snow: Make = ({ properties }, { top }) => [
  boxOf([0, 0, 0, 16, 2 * numberOf(properties.get('layers'), 1, 8), 16], top),
]

const pane = joining([7, 0, 7, 9, 16, 9], [[7, 0, 0, 9, 16, 7]])
const sign = board(
  [
    [7, 0, 7, 9, 9, 9],
    [0, 9, 7, 16, 16, 9],
  ],
  [0, 4, 14, 16, 12, 16],
)

/** By the end of the name; the longest counts. */
const makers: Readonly<Record<string, Make>> = {
  slab,
  stairs,
  fence: joining(
    [6, 0, 6, 10, 16, 10],
    [
      [7, 6, 0, 9, 9, 6],
      [7, 12, 0, 9, 15, 6],
    ],
  ),
  wall: joining([4, 0, 4, 12, 16, 12], [[5, 0, 0, 11, 14, 5]]),
  pane,
  bars: pane,
  fence_gate: gate,
  door,
  trapdoor,
  torch,
  lantern,
  sea_lantern: whole,
  jack_o_lantern: whole,
  candle: candles,
  candle_cake: candleCake,
  chest,
  bed,
  sign,
  hanging_sign: board([[1, 0, 7, 15, 10, 9]], [1, 0, 7, 15, 10, 9]),
  banner: board([[2, 0, 7, 14, 16, 9]], [1, 0, 14, 15, 15, 16]),
  skull: head,
  head,
  piston_head: (_, { top }) => [boxOf([0, 12, 0, 16, 16, 16], top)],
  anvil,
  cauldron,
  campfire,
  chain: rod,
  rod,
  rail,
  button,
  lever: button,
  tripwire_hook: plate([6, 4, 10, 10, 10, 16]),
  ladder: plate([0, 0, 14, 16, 16, 16]),
  shelf: plate([0, 0, 11, 16, 16, 16]),
  vine,
  glow_lichen: vine,
  red_mushroom: mushroom,
  brown_mushroom: mushroom,
  fungus: mushroom,
  sapling,
  propagule: sapling,
  coral,
  coral_fan: coral,
  wall_fan: coral,
  nether_portal: portal,
  snow,
  snow_layer: snow,
}
