/** Java builds: the builds of one Java server, and their undo. See `minecraft/build/build-jobs.ts`. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { fileNameOf } from '@contract/text/file-name.js'
import type { BuildWait } from '@shared/build/build-state.js'
import {
  type BuildCall,
  BuildJobs,
  type BuildJobsOptions,
  type BuildResult,
  type PlacedPlan,
} from '../../minecraft/build/build-jobs.js'
import type { Builder, JavaAbilities } from '../capabilities/java-capability.js'
import type { BlockUndoResult } from '../snapshots/block-snapshots.js'
import { dimensionOf } from '../worlds.js'
import { requireHeight } from './build-place.js'
import { JavaBuildSite } from './java-build-site.js'
import { undoWork } from './undo-work.js'

export interface JavaBuildsOptions extends Omit<BuildJobsOptions, 'dimensionOf'> {
  /** Where the server is now. */
  readonly address: () => string
}

/** Milliseconds that closing a connection waits until chunks are released. */
const maxCloseMs = 5_000

export class JavaBuilds extends BuildJobs<JavaBuildSite> implements Builder {
  readonly #options: JavaBuildsOptions
  /** Its chunks are released when the connection is closed, also where its builds have left it. */
  #last: JavaBuildSite | undefined
  /** Groups that an undo reads or writes. */
  readonly #undoing = new Set<string>()

  constructor(options: JavaBuildsOptions) {
    super({ ...options, dimensionOf })
    this.#options = options
  }

  /** A console with files connected. */
  connect(abilities: JavaAbilities): void {
    const { snapshots } = abilities
    if (!snapshots) return
    const { clock, log, store, address } = this.#options
    const site = new JavaBuildSite(abilities, snapshots, {
      clock,
      log,
      chunksFile: path.join(store, chunksFileOf(address())),
    })
    this.#last = site
    snapshots.store.protect((id) => this.#undoing.has(id) || this.isUnfinished(id))
    this.use(site)
  }

  /** Call before closing a connection: the chunks are released, within seconds. Never rejects. */
  async disconnect(): Promise<void> {
    const { clock } = this.#options
    const site = this.#last
    this.#last = undefined
    this.lost()
    if (!site) return
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = clock.after(maxCloseMs, resolve)
    })
    await Promise.race([this.inTurn(() => site.release()).catch(() => undefined), late])
    cancel()
  }

  protected override address(): string {
    return this.#options.address()
  }

  protected override away(address: string): BuildWait | undefined {
    return address === this.#options.address() ? undefined : { why: 'elsewhere', address }
  }

  override async planOf(given: JsonObject): Promise<PlacedPlan> {
    const placed = await super.planOf(given)
    if (this.site) await requireHeight(placed.plan, placed.dimension, this.site.abilities)
    return placed
  }

  build(call: BuildCall): Promise<BuildResult> {
    return this.run(call, ({ snapshots }, { plan, dimension }) => snapshots.groups.plan(dimension, plan.tiles))
  }

  hasGroup(groupId: string): boolean {
    return this.site?.snapshots.groups.find(groupId) !== undefined
  }

  async undo(groupId: string, redoId: string | undefined, signal: AbortSignal): Promise<BlockUndoResult> {
    this.site?.snapshots.groups.requireHere(groupId)
    const job = await this.stopped(groupId)
    return this.inTurn(async () => {
      const { site } = this
      if (!site) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
      const { groups } = site.snapshots
      const used = [groupId, ...(redoId === undefined ? [] : [redoId])]
      for (const id of used) this.#undoing.add(id)
      try {
        if (redoId !== undefined) await saveForRedo(site, groupId, redoId, signal)
        const shown = job?.beginUndo(site.touched(groupId))
        const work = undoWork(site, {
          clock: this.#options.clock,
          signal,
          onWait: (wait) => shown?.wait(wait),
        })
        const onProgress = (tile: number, part: number) => shown?.restored(tile, part)
        const result = await groups.restore(groupId, site.hold, { signal, work, onProgress })
        job?.send({ kind: 'undone' })
        return result
      } finally {
        job?.endUndo()
        for (const id of used) this.#undoing.delete(id)
        await site.release().catch(() => undefined)
      }
    })
  }
}

async function saveForRedo(site: JavaBuildSite, groupId: string, redoId: string, signal: AbortSignal): Promise<void> {
  const { groups } = site.snapshots
  await groups.take(redoId, site.hold, signal)
  // The undo writes to the boxes that the build had touched.
  for (const number of site.touched(groupId)) groups.touch(redoId, number)
}

/** Chunks are released only where they were taken. */
const chunksFileOf = (address: string): string =>
  fileNameOf(`chunks-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`, '.json')
