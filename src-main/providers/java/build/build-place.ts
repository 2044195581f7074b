/**
 * Build place: the blocks around a place as they are on disk, for a picture and for the facts of a build.
 *
 * It only reads: `save-all flush`, then files. What cannot be read is listed as unknown, and is air in the picture.
 */
import type { BuildUnknown } from '@shared/build/build-preview.js'
import { type BuildPlan, type Extent, planLimits } from '../../../policy/build/plan.js'
import { checkHeight } from '../../../policy/build/read-plan.js'
import { anyHeight, type WorldHeight } from '../../minecraft/build/picture-box.js'
import type { FolderReading, JavaAbilities } from '../capabilities/java-capability.js'
import { type GameVersion, isInRange } from '../dialects/game-version.js'
import type { BlockVolume, Box } from '../folder/block-volume.js'

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

/** Of the three worlds of the game, unless a data pack changes it; undefined for others, which have a height of their own. */
export function heightOf(dimension: string, version: GameVersion): WorldHeight | undefined {
  if (!['minecraft:overworld', 'minecraft:the_nether', 'minecraft:the_end'].includes(dimension)) return undefined
  const isTall = dimension === 'minecraft:overworld' && isInRange(version, { since: '1.18' })
  return isTall ? { min: -64, max: 319 } : { min: 0, max: 255 }
}

/** Beyond it no world has blocks: from 1.17 on a data pack gives a world the height that it wants. */
const mostHeightOf = (version: GameVersion): WorldHeight =>
  isInRange(version, { before: '1.17' }) ? { min: 0, max: 255 } : anyHeight

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

/** The box with one block more on each side, as far as the world goes. */
export function withNeighbours({ min, max }: Extent, height: WorldHeight = anyHeight): Box {
  return {
    min: { x: min.x - 1, y: Math.min(min.y, Math.max(height.min, min.y - 1)), z: min.z - 1 },
    max: { x: max.x + 1, y: Math.max(max.y, Math.min(height.max, max.y + 1)), z: max.z + 1 },
  }
}
