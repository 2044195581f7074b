/**
 * Build place: the blocks around a place as they are on disk, for a picture and for the facts of a build.
 *
 * It only reads: `save-all flush`, then files. What cannot be read is listed as unknown, and is air in the picture.
 */
import type { BuildUnknown } from '@shared/build/build-preview.js'
import type { Scene } from '../../../painter/painter.js'
import { isAir } from '../../../policy/build/block-state.js'
import { type BuildPlan, type Cells, type Extent, planLimits } from '../../../policy/build/plan.js'
import { sizeOf } from '../../../policy/build/plan-effects.js'
import { checkHeight } from '../../../policy/build/read-plan.js'
import type { FolderReading, JavaAbilities } from '../capabilities/java-capability.js'
import { type GameVersion, isInRange } from '../dialects/game-version.js'
import { type BlockVolume, type Box, volumeOf } from '../folder/block-volume.js'

/** Blocks of a picture along one side. */
const mostSide = planLimits.side

export interface Place {
  readonly volume: BlockVolume
  readonly unknown: readonly BuildUnknown[]
}

/**
 * @param what counts as unknown: the rest is only shown
 * @throws GatewayError when nothing of it can be read
 */
export async function readPlace(
  { folder }: FolderReading,
  dimension: string,
  box: Box,
  what: Extent = box,
  signal?: AbortSignal,
): Promise<Place> {
  const unknown = new Set<BuildUnknown>()
  const volume = await folder.blocks(dimension, box, {
    most: planLimits.cells,
    onUnread({ details }, chunk) {
      const isShownOnly =
        chunk.x < what.min.x >> 4 || chunk.x > what.max.x >> 4 || chunk.z < what.min.z >> 4 || chunk.z > what.max.z >> 4
      if (!isShownOnly) unknown.add(details?.why === 'folder-not-generated' ? 'not-generated' : 'blocks')
    },
    signal,
  })
  return { volume, unknown: [...unknown] }
}

export interface WorldHeight {
  readonly min: number
  readonly max: number
}

/** Of the three worlds of the game, unless a data pack changes it; undefined for others, which have a height of their own. */
export function heightOf(dimension: string, version: GameVersion): WorldHeight | undefined {
  if (!['minecraft:overworld', 'minecraft:the_nether', 'minecraft:the_end'].includes(dimension)) return undefined
  const isTall = dimension === 'minecraft:overworld' && isInRange(version, { since: '1.18' })
  return isTall ? { min: -64, max: 319 } : { min: 0, max: 255 }
}

/** What no world has beyond. */
const anyHeight: WorldHeight = { min: -2_048, max: 2_047 }

/** Beyond it no world has blocks: from 1.17 on a data pack gives a world the height that it wants. */
const mostHeightOf = (version: GameVersion): WorldHeight =>
  isInRange(version, { before: '1.17' }) ? { min: 0, max: 255 } : anyHeight

const axes = ['x', 'y', 'z'] as const
type Mutable = { -readonly [Axis in (typeof axes)[number]]: number }

/**
 * Refuses a plan above or below its world, as far as the world's files tell. They are read only for a plan that leaves the
 * usual height of its world: a data pack may have changed it.
 *
 * @throws GatewayError that names the part
 */
export async function requireHeight(
  plan: BuildPlan,
  dimension: string,
  { dialect, files }: Pick<JavaAbilities, 'dialect' | 'files'>,
): Promise<void> {
  const { version } = dialect.traits
  const most = mostHeightOf(version)
  checkHeight(plan, most.min, most.max)
  const usual = heightOf(dimension, version)
  const { min, max } = plan.extent
  if (!usual || !files || (min.y >= usual.min && max.y <= usual.max)) return
  const height = await heightInFiles(files, dimension, plan.extent)
  // A program that leaves out empty sections makes a chunk look lower than its world.
  if (height && height.min <= usual.min && height.max >= usual.max) checkHeight(plan, height.min, height.max)
}

/** By one of its corners that was visited; undefined when the files do not tell. */
async function heightInFiles({ folder }: FolderReading, dimension: string, { min, max }: Extent) {
  const corners = new Map(
    [min.x >> 4, max.x >> 4].flatMap((x) => [min.z >> 4, max.z >> 4].map((z) => [`${x} ${z}`, { x, z }])),
  )
  for (const chunk of corners.values()) {
    const height = await folder.heightOf(dimension, chunk).catch(() => undefined)
    if (height) return height
  }
  return undefined
}

/** A build with some of the place around it and the ground below, as much as a picture shows. */
export function pictureBox(extent: Extent, height: WorldHeight = anyHeight): Box {
  const size = sizeOf(extent)
  for (let margin = Math.min(10, Math.max(3, Math.round(Math.max(size.x, size.z) / 5))); margin > 0; margin--) {
    const min = { x: extent.min.x - margin, y: extent.min.y - Math.min(4, margin), z: extent.min.z - margin }
    const max = { x: extent.max.x + margin, y: extent.max.y + Math.min(2, margin), z: extent.max.z + margin }
    min.y = Math.min(extent.min.y, Math.max(min.y, height.min))
    max.y = Math.max(extent.max.y, Math.min(max.y, height.max))
    const box = { min, max }
    if (isPaintable(box)) return box
  }
  return croppedBox(extent)
}

const isPaintable = (box: Box): boolean => {
  const { x, y, z } = sizeOf(box)
  return volumeOf(box) <= planLimits.cells && Math.max(x, y, z) <= mostSide
}

/** The middle of a box that is too large for a picture. */
function croppedBox({ min, max }: Extent): Box {
  const box = { min: { ...min } as Mutable, max: { ...max } as Mutable }
  while (!isPaintable(box)) {
    const size = sizeOf(box)
    const longest = axes.reduce((one, other) => (size[other] > size[one] ? other : one))
    const less = Math.max(1, Math.ceil(size[longest] / 20))
    box.min[longest] += Math.floor(less / 2)
    box.max[longest] -= Math.ceil(less / 2)
  }
  return box
}

export const isInside = (inner: Extent, outer: Extent): boolean =>
  axes.every((axis) => outer.min[axis] <= inner.min[axis] && inner.max[axis] <= outer.max[axis])

/** The box with one block more on each side, as far as the world goes. */
export function withNeighbours({ min, max }: Extent, height: WorldHeight = anyHeight): Box {
  return {
    min: { x: min.x - 1, y: Math.min(min.y, Math.max(height.min, min.y - 1)), z: min.z - 1 },
    max: { x: max.x + 1, y: Math.max(max.y, Math.min(height.max, max.y + 1)), z: max.z + 1 },
  }
}

export const sceneOf = (box: Box, { palette, indices }: Cells): Scene => ({
  from: box.min,
  size: sizeOf(box),
  palette: palette.map((state) => (isAir(state) ? '' : state)),
  indices,
})
