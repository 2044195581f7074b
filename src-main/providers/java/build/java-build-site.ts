/** Java build site: saves and sets the tiles of a build on one connection to a Java server. */
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { type BuildPlace, type BuildSite, plannedIn, type SiteBuilder } from '../../minecraft/build/build-site.js'
import type { JavaAbilities, Snapshots } from '../capabilities/java-capability.js'
import type { Box } from '../folder/block-volume.js'
import { BuildPace } from './build-pace.js'
import { LoadedChunks } from './loaded-chunks.js'
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
  readonly meter: TickMeter
  readonly chunks: LoadedChunks
  readonly #options: JavaBuildSiteOptions

  constructor(abilities: JavaAbilities, snapshots: Snapshots, options: JavaBuildSiteOptions) {
    const { clock, log, chunksFile: file } = options
    this.abilities = abilities
    this.snapshots = snapshots
    this.meter = new TickMeter(abilities, clock)
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
    await groups.take(groupId, this.hold, signal)
    const planned: number[] = []
    for (const [tile, box] of plan.tiles.entries()) {
      const before = await groups.before(groupId, tile)
      planned.push(before ? plannedIn(plan.draw(box, before)) : 0)
    }
    return planned
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
