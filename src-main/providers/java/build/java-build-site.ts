/** Java build site: saves and sets the tiles of a build on one connection to a Java server. */
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { type BuildPlace, type BuildSite, plannedIn, type SiteBuilder } from '../../minecraft/build/build-site.js'
import type { JavaAbilities, Snapshots } from '../capabilities/java-capability.js'
import type { BlockVolume, Box } from '../folder/block-volume.js'
import { BuildPace } from './build-pace.js'
import { LoadedChunks } from './loaded-chunks.js'
import { PacedCommands } from './paced-commands.js'
import { TickMeter } from './tick-meter.js'
import { type ServerTools, TileBuilder } from './tile-builder.js'

export interface JavaBuildSiteOptions {
  readonly clock: Clock
  readonly log: Log
  /** File in the profile of the chunks that are kept loaded. */
  readonly chunksFile: string
}

export class JavaBuildSite implements BuildSite, ServerTools {
  readonly abilities: JavaAbilities
  readonly snapshots: Snapshots
  readonly pace = new BuildPace()
  readonly commands: PacedCommands
  readonly chunks: LoadedChunks
  readonly #options: JavaBuildSiteOptions

  constructor(abilities: JavaAbilities, snapshots: Snapshots, options: JavaBuildSiteOptions) {
    const { clock, log, chunksFile: file } = options
    this.abilities = abilities
    this.snapshots = snapshots
    const meter = new TickMeter(abilities, clock)
    this.commands = new PacedCommands({ editor: snapshots.editor, pace: this.pace, meter, clock })
    this.chunks = new LoadedChunks({ file, log }, abilities.dialect)
    this.#options = options
  }

  get tps(): number | undefined {
    return this.pace.tps
  }

  /** Uses blocks whose chunks are kept loaded meanwhile. */
  readonly hold = <Result>(dimension: string, box: Box, use: () => Promise<Result>): Promise<Result> =>
    this.chunks.hold(dimension, box).then(use)

  async save({ plan, groupId }: BuildPlace, signal: AbortSignal): Promise<readonly number[]> {
    const { groups } = this.snapshots
    const counts = new Map<number, number>()
    const count = (tile: number, before: BlockVolume) => counts.set(tile, plannedIn(plan.draw(before.box, before)))
    await groups.take(groupId, this.hold, signal, count)
    // Those that an earlier connection saved.
    for (const tile of plan.tiles.keys()) {
      const before = counts.has(tile) ? undefined : await groups.before(groupId, tile)
      if (before) count(tile, before)
    }
    return plan.tiles.map((_, tile) => counts.get(tile) ?? 0)
  }

  touched(groupId: string): readonly number[] {
    return this.snapshots.groups.find(groupId)?.touched ?? []
  }

  touch(groupId: string, tile: number): void {
    this.snapshots.groups.touch(groupId, tile)
  }

  builder(): SiteBuilder {
    return new TileBuilder(this, this.#options)
  }

  release(): Promise<void> {
    return this.chunks.release()
  }
}
