/**
 * Paint: draws a scene from behind to the front, without the faces that neighbours hide.
 *
 * Pure. What it needs of memory is bounded by the limits of the scene and of the picture.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { type BlockModel, modelOf, type Water, waterOf } from './block-model.js'
import { colourOf } from './blocks/colour.js'
import { type Camera, type Cells, cameraOf, stepsOf } from './camera.js'
import { Canvas } from './canvas.js'
import { mergedOf } from './merged-cells.js'
import type { Painting, PaintOptions, Scene } from './painter.js'
import { encodePng } from './png.js'
import { faces, phaseOf, type SpriteFace, spriteMaker } from './sprite.js'

export const paintLimits = {
  side: 512,
  cells: 4_194_304,
  states: 65_535,
  leastPixels: 16,
  mostPixels: 4_194_304,
} as const

const sky = colourOf(0xe6eff6)

/** @throws GatewayError when the scene is not one, or larger than the limits */
export function paint(scene: Scene, options: PaintOptions): Painting {
  checkScene(scene, options)
  const camera = cameraOf(scene.size, options)
  const canvas = new Canvas(camera.width, camera.height, options.background === 'transparent' ? 0 : sky)
  draw(canvas, camera, cellsOf(scene, options, camera), modelsOf(scene, options.turn, camera))
  canvas.outline(camera)
  const { from, size } = scene
  return {
    png: encodePng(camera.width, camera.height, canvas.pixels),
    width: camera.width,
    height: camera.height,
    projection: {
      turn: options.turn,
      from,
      to: { x: from.x + size.x - 1, y: from.y + size.y - 1, z: from.z + size.z - 1 },
      half: camera.half / camera.merged,
      rise: camera.rise / camera.merged,
      left: camera.left,
      top: camera.top,
    },
  }
}

function checkScene({ size, indices, palette }: Scene, { turn, maxWidth, maxHeight }: PaintOptions): void {
  const { side, cells, states, leastPixels, mostPixels } = paintLimits
  const sides = [size.x, size.y, size.z]
  const isBox = sides.every((length) => Number.isInteger(length) && length >= 1 && length <= side)
  const count = size.x * size.y * size.z
  if (!isBox || count > cells) throw refused(`A picture shows at most ${cells} blocks, and ${side} on each side.`)
  if (palette.length > states) throw refused(`A picture shows at most ${states} kinds of blocks.`)
  if (indices.length !== count) throw refused('The blocks of the picture do not fill its box.')
  if (indices.some((index) => index >= palette.length)) throw refused('A block of the picture is not in its palette.')
  const isPicture = [maxWidth, maxHeight].every((pixels) => Number.isInteger(pixels) && pixels >= leastPixels)
  if (!isPicture || maxWidth * maxHeight > mostPixels)
    throw refused(`A picture is at least ${leastPixels} pixels wide and high, and has at most ${mostPixels} pixels.`)
  if (![0, 1, 2, 3].includes(turn)) throw refused('A picture is turned by 0, 1, 2 or 3 quarters.')
}

const refused = (message: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion: 'Ask for a smaller picture or a smaller area.' })

const cellsOf = (scene: Scene, options: PaintOptions, camera: Camera): Cells => {
  const cells = { indices: scene.indices, ...stepsOf(scene, options) }
  return camera.merged === 1 ? cells : mergedOf(scene, cells, options.turn, camera)
}

/** Only of the states that are in the scene. */
function modelsOf({ palette, indices }: Scene, turn: number, camera: Camera): Models {
  const sprite = spriteMaker(camera)
  const used = new Uint8Array(palette.length)
  for (let at = 0; at < indices.length; at++) used[indices[at] as number] = 1
  const ofStates = palette.map((text, index) => (used[index] === 1 ? modelOf(text, turn, camera, sprite) : undefined))
  return { ofStates, water: waterOf(sprite) }
}

interface Models {
  readonly ofStates: readonly (BlockModel | undefined)[]
  readonly water: Water
}

const bits = { hides: 1, isWet: 2, isClear: 4, joins: 8 } as const

const flagsOf = (models: readonly (BlockModel | undefined)[]): Uint8Array =>
  Uint8Array.from(models, (model) =>
    model
      ? (['hides', 'isWet', 'isClear', 'joins'] as const).reduce((sum, key) => sum | (model[key] ? bits[key] : 0), 0)
      : 0,
  )

function draw(canvas: Canvas, camera: Camera, cells: Cells, { ofStates, water }: Models): void {
  const { half, rise, left, top } = camera
  const { indices } = cells
  const flags = flagsOf(ofStates)
  const ends = camera.cells
  for (let up = 0; up < ends.up; up++) {
    for (let right = 0; right < ends.right; right++) {
      let at = cells.start + up * cells.up + right * cells.right
      for (let near = 0; near < ends.near; near++, at += cells.near) {
        const model = ofStates[indices[at] as number]
        if (!model) continue
        const above = up + 1 < ends.up ? (flags[indices[at + cells.up] as number] as number) : 0
        const atRight = right + 1 < ends.right ? (flags[indices[at + cells.right] as number] as number) : 0
        const atLeft = near + 1 < ends.near ? (flags[indices[at + cells.near] as number] as number) : 0
        if ((above & atRight & atLeft & bits.hides) !== 0) continue
        const exactX = (right - near) * half
        const exactY = ((right + near) * half) / 2 - up * rise
        const x = left + Math.floor(exactX)
        const y = top + Math.floor(exactY)
        const phase = phaseOf(exactX, exactY)
        const paintFaces = (sprite: readonly SpriteFace[], opacity: number, hidden: number): void => {
          for (const { face, colour, at: inBlock, isOuter, spans, joints, jointColour } of sprite) {
            const neighbour = face === faces.top ? above : face === faces.right ? atRight : atLeft
            if (isOuter && (neighbour & hidden) !== 0) continue
            const cell = face === faces.top ? up : face === faces.right ? right : near
            const plane = ((cell * 16 + inBlock) << 2) | face
            if (sprite === model.faces && model.isTrifle) canvas.tint(spans[phase] as Int16Array, x, y, colour)
            else if (opacity === 1) {
              canvas.fill(spans[phase] as Int16Array, x, y, colour, plane)
              if (joints) canvas.tint(joints[phase] as Int16Array, x, y, jointColour)
            } else canvas.blend(spans[phase] as Int16Array, x, y, colour, plane, opacity)
          }
        }
        const own = model.joined ? model.joined(neighboursOf(cells, ends, flags, at, right, near)) : model.faces
        paintFaces(own, model.opacity, bits.hides | (model.isClear ? bits.isClear : 0))
        if (model.isWet) paintWater(water, above, paintFaces)
      }
    }
  }
}

function paintWater(
  { surface, full, opacity }: Water,
  above: number,
  paintFaces: (sprite: readonly SpriteFace[], opacity: number, hidden: number) => void,
): void {
  paintFaces((above & bits.isWet) !== 0 ? full : surface, opacity, bits.hides | bits.isWet)
}

/** Bits of those that a fence would join: right, near, and the two opposite ones. */
function neighboursOf(
  { indices, right: stepRight, near: stepNear }: Cells,
  ends: Camera['cells'],
  flags: Uint8Array,
  at: number,
  right: number,
  near: number,
): number {
  const joins = (inside: boolean, index: number): number =>
    inside && ((flags[indices[index] as number] as number) & bits.joins) !== 0 ? 1 : 0
  return (
    joins(right + 1 < ends.right, at + stepRight) |
    (joins(near + 1 < ends.near, at + stepNear) << 1) |
    (joins(right > 0, at - stepRight) << 2) |
    (joins(near > 0, at - stepNear) << 3)
  )
}
