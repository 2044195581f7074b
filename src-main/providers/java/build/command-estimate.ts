/**
 * Command estimate: how many commands a build takes, by the planner that builds. Of a large plan some tiles are planned,
 * and the rest is estimated from them.
 */
import type { Drawn } from '../../../policy/build/plan.js'
import { BlockVolume, type Box, maxBlocks, volumeOf } from '../folder/block-volume.js'
import { planUndo } from '../snapshots/undo-plan.js'
import type { RateLimit } from '../ways/panel/panel-budget.js'
import { targetOf } from './tile-target.js'

/** Milliseconds between two looks at who stands in the tile; each is a command. */
export const lookEveryMs = 500
/** Commands that are not of the plan: to keep chunks loaded, to save and to read the ticks. */
const [othersPerTile, othersPerCommand] = [4, 0.1]

/** Seconds that a host takes to let through the commands of a build. */
export function limitedSeconds(commands: number, tiles: number, { burst, perMinute }: RateLimit): number {
  const perSecond = perMinute / 60
  const others = tiles * othersPerTile + commands * othersPerCommand
  return Math.max(0, commands + others - burst) / Math.max(perSecond / 2, perSecond - 1_000 / lookEveryMs)
}

/** Tiles that are planned. */
const maxPlanned = 12

export class CommandEstimate {
  #planned = 0
  #commands = 0
  #changesPlanned = 0
  #changes = 0

  /** @param changes blocks of the tile that change */
  async add(tile: Box, changes: number, volume: BlockVolume, drawn: Drawn): Promise<void> {
    this.#changes += changes
    if (changes === 0 || this.#planned >= maxPlanned || volumeOf(tile) > maxBlocks) return
    const current = cut(volume, tile)
    const { steps } = await planUndo(current, targetOf(current, drawnIn(drawn, volume, current), false))
    this.#planned++
    this.#commands += steps.length
    this.#changesPlanned += changes
  }

  get total(): number {
    if (this.#changesPlanned === 0) return 0
    return Math.ceil((this.#commands * this.#changes) / this.#changesPlanned)
  }
}

function cut(volume: BlockVolume, box: Box): BlockVolume {
  const indices = new Uint16Array(volumeOf(box))
  eachRow(volume, box, (from, to, length) => indices.set(volume.indices.subarray(from, from + length), to))
  const isIn = (axis: 'x' | 'y' | 'z', value: number) => box.min[axis] <= value && value <= box.max[axis]
  const blockEntities = volume.blockEntities.filter(({ x, y, z }) => isIn('x', x) && isIn('y', y) && isIn('z', z))
  return new BlockVolume({ box, palette: volume.palette, indices, blockEntities, dataVersion: volume.dataVersion })
}

function drawnIn(drawn: Drawn, volume: BlockVolume, { box, indices }: BlockVolume): Drawn {
  const [own, parts] = [new Uint16Array(indices.length), new Uint16Array(indices.length)]
  eachRow(volume, box, (from, to, length) => {
    own.set(drawn.indices.subarray(from, from + length), to)
    parts.set(drawn.parts.subarray(from, from + length), to)
  })
  return { palette: drawn.palette, indices: own, parts }
}

function eachRow(
  volume: BlockVolume,
  { min, max }: Box,
  use: (from: number, to: number, length: number) => void,
): void {
  const length = max.x - min.x + 1
  let to = 0
  for (let y = min.y; y <= max.y; y++) {
    for (let z = min.z; z <= max.z; z++, to += length) use(volume.indexOf({ x: min.x, y, z }), to, length)
  }
}
