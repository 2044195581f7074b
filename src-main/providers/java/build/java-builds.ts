/** Java builds: the builds of one Java server, and their undo. See `minecraft/build/build-jobs.ts`. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { snapshotNamed } from '@contract/snapshot-capabilities.js'
import { fileNameOf } from '@contract/text/file-name.js'
import type { BuildPart, BuildWait } from '@shared/build/build-state.js'
import type { BuildPlan } from '../../../policy/build/plan.js'
import {
  type BuildCall,
  BuildJobs,
  type BuildJobsOptions,
  type BuildResult,
  type PlacedPlan,
} from '../../minecraft/build/build-jobs.js'
import { type BuildRecord, plannedOf } from '../../minecraft/build/build-run.js'
import type { Builder, BuildUndoResult, JavaAbilities } from '../capabilities/java-capability.js'
import { operationProblem } from '../operation-problem.js'
import type { RestoreGroupOptions } from '../snapshots/snapshot-groups.js'
import { dimensionOf } from '../worlds.js'
import { requireHeight } from './build-place.js'
import { JavaBuildSite } from './java-build-site.js'
import { blocksOfPart, partAim, wholeAim } from './part-undo.js'
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

  hasGroup(id: string): boolean {
    return this.site?.snapshots.groups.find(snapshotNamed(id).snapshotId) !== undefined
  }

  override async parts(id: string): Promise<readonly BuildPart[]> {
    const record = this.recordOf(id)
    const { site } = this
    if (!site) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    const plan = await this.#planKept(record)
    const groupId = record?.groupId ?? ''
    const without = withoutIn(site, groupId)
    const counts = new Map<number, number>()
    for (const tile of site.touched(groupId)) {
      const before = await site.snapshots.groups.before(groupId, tile)
      const drawn = before && plan.draw(before.box, before, (one) => !without.has(one))
      for (const part of drawn?.parts ?? []) counts.set(part, (counts.get(part) ?? 0) + 1)
    }
    return plan.parts.map(({ name }, index) => ({ number: index + 1, name, blocks: counts.get(index + 1) ?? 0 }))
  }

  /** @param id of a group, or of a part of its build */
  async undo(id: string, redoId: string | undefined, signal: AbortSignal): Promise<BuildUndoResult> {
    const { snapshotId: groupId, part } = snapshotNamed(id)
    this.site?.snapshots.groups.requireHere(groupId)
    const job = await this.stopped(groupId)
    return this.inTurn(async () => {
      const { site } = this
      if (!site) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
      const { groups } = site.snapshots
      const used = [groupId, ...(redoId === undefined ? [] : [redoId])]
      for (const one of used) this.#undoing.add(one)
      try {
        const scope = await this.#scopeOf(site, groupId, part, job?.record)
        const { blocks, turns, covered } = scope
        const tiles = blocks ? [...blocks.keys()] : site.touched(groupId)
        if (redoId !== undefined) {
          await saveForRedo(site, redoId, tiles, signal)
          if (turns) groups.note(redoId, { turns })
        }
        if (part !== undefined) groups.note(groupId, { without: [...withoutIn(site, groupId).add(part)] })
        const shown = job?.beginUndo(blocks ?? plannedOf(job.record, tiles))
        const work = undoWork(site, {
          clock: this.#options.clock,
          signal,
          onWait: (wait) => shown?.wait(wait),
        })
        const onProgress = (tile: number, done: number) => shown?.restored(tile, done)
        const only = new Set(tiles)
        const result = await groups.restore(groupId, site.hold, { signal, work, onProgress, only, aim: scope.aim })
        if (part !== undefined) return { ...result, covered: covered ?? 0 }
        if (turns && groups.find(turns.group)) turn(site, turns)
        job?.send({ kind: 'undone' })
        return result
      } finally {
        job?.endUndo()
        for (const one of used) this.#undoing.delete(one)
        await site.release().catch(() => undefined)
      }
    })
  }

  /** What an undo restores, and how. @throws GatewayError when this part cannot be undone alone */
  async #scopeOf(
    site: JavaBuildSite,
    groupId: string,
    part: number | undefined,
    record: BuildRecord | undefined,
  ): Promise<Scope> {
    const { groups } = site.snapshots
    const without = withoutIn(site, groupId)
    if (part === undefined) {
      const turns = groups.find(groupId)?.turns
      // Without its plan, what stands where a part was undone counts as the work of players, and is left.
      const plan = without.size > 0 && record ? await this.approvedPlan(record).catch(() => undefined) : undefined
      return { ...(turns && { turns }), ...(plan && { aim: wholeAim(plan, without) }) }
    }
    const plan = await this.#planKept(record)
    if (!plan.parts[part - 1]) throw noSuchPart()
    const blocks = new Map<number, number>()
    let covered = 0
    for (const tile of site.touched(groupId)) {
      const before = await groups.before(groupId, tile)
      const found = before && blocksOfPart(plan, before, part, without)
      if (found && found.own > 0) blocks.set(tile, found.own)
      covered += found?.covered ?? 0
    }
    return { turns: { group: groupId, part }, aim: partAim(plan, part, without), blocks, covered }
  }

  /** @throws GatewayError */
  async #planKept(record: BuildRecord | undefined): Promise<BuildPlan> {
    const plan = record && (await this.approvedPlan(record))
    if (!plan) throw planGone()
    return plan
  }
}

interface Scope {
  /** Which part of a build is undone by it, or stands again. */
  readonly turns?: { readonly group: string; readonly part: number }
  readonly aim?: RestoreGroupOptions['aim']
  /** Of one part: its blocks in each tile that it has blocks in, and how many others cover. */
  readonly blocks?: ReadonlyMap<number, number>
  readonly covered?: number
}

/** Numbers of the parts that were undone alone. */
const withoutIn = ({ snapshots }: JavaBuildSite, groupId: string): Set<number> =>
  new Set(snapshots.groups.find(groupId)?.without)

/** An undo of a part was undone, or done again. */
function turn(site: JavaBuildSite, { group, part }: { readonly group: string; readonly part: number }): void {
  const without = withoutIn(site, group)
  if (!without.delete(part)) without.add(part)
  site.snapshots.groups.note(group, { without: [...without] })
}

async function saveForRedo(
  site: JavaBuildSite,
  redoId: string,
  tiles: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const { groups } = site.snapshots
  await groups.take(redoId, site.hold, signal)
  // The undo writes to the boxes that the build had touched.
  for (const number of tiles) groups.touch(redoId, number)
}

const planGone = () =>
  operationProblem(
    'build-plan-gone',
    'The plan of this build is no longer there as it was approved, so no part can be undone alone.',
    'Undo the whole build.',
  )

const noSuchPart = () => new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'This build has no such part.' })

/** Chunks are released only where they were taken. */
const chunksFileOf = (address: string): string =>
  fileNameOf(`chunks-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`, '.json')
