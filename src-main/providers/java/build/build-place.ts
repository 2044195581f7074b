/**
 * Build place: the blocks around a place as they are on disk, for a picture and for the facts of a build.
 *
 * It only reads: `save-all flush`, then files. What cannot be read is listed as unknown, and is air in the picture.
 */
import type { BuildUnknown } from '@shared/build/build-preview.js'
import { type Extent, planLimits } from '../../../policy/build/plan.js'
import { anyHeight, type WorldHeight } from '../../minecraft/build/picture-box.js'
import type { FolderReading } from '../capabilities/java-capability.js'
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
export const mostHeightOf = (version: GameVersion): WorldHeight =>
  isInRange(version, { before: '1.17' }) ? { min: 0, max: 255 } : anyHeight

/** The box with one block more on each side, as far as the world goes. */
export function withNeighbours({ min, max }: Extent, height: WorldHeight = anyHeight): Box {
  return {
    min: { x: min.x - 1, y: Math.min(min.y, Math.max(height.min, min.y - 1)), z: min.z - 1 },
    max: { x: max.x + 1, y: Math.max(max.y, Math.min(height.max, max.y + 1)), z: max.z + 1 },
  }
}
