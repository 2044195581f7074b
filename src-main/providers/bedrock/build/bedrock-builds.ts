/** Bedrock builds: the builds of one Bedrock game, and their undo. See `minecraft/build/build-jobs.ts`. */

import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { BuildWait } from '@shared/build/build-state.js'
import { RecentMap } from '@shared/recent-map.js'
import type { Position } from '../../../policy/build/plan.js'
import { volumeOf } from '../../../policy/build/plan-volume.js'
import { checkHeight } from '../../../policy/build/read-plan.js'
import {
  type BuildCall,
  BuildJobs,
  type BuildJobsOptions,
  type BuildResult,
  type PlacedPlan,
} from '../../minecraft/build/build-jobs.js'
import { plannedOf } from '../../minecraft/build/build-run.js'
import { unnamed } from '../../minecraft/build/build-site.js'
import type { UndoShown } from '../../minecraft/build/undo-shown.js'
import { operationProblem } from '../../minecraft/operation-problem.js'
import type { BedrockAbilities, BedrockBuilder } from '../capabilities/bedrock-capability.js'
import { dimensionOf, heightOf } from '../worlds.js'
import { BedrockBuildSite } from './bedrock-build-site.js'
import { bodiesIn } from './bodies.js'
import { openWorld } from './game-world.js'
import { requireTurnable } from './require-turnable.js'
import { SavedBoxes, type SavedGroup, structureName } from './saved-boxes.js'

export type BedrockBuildsOptions = Omit<BuildJobsOptions, 'dimensionOf'>

/** Maximum actions that were prepared and never ran; the oldest is dropped first. */
const maxTaken = 64
/** Milliseconds that an undo waits for players, in all, and between two looks. */
const maxWaitMs = 60_000
const lookEveryMs = 500

interface UndoWork {
  /** Group that is to hold the blocks as they are now. */
  readonly redoId: string | undefined
  readonly shown: UndoShown | undefined
  readonly signal: AbortSignal
}

export class BedrockBuilds extends BuildJobs<BedrockBuildSite> implements BedrockBuilder {
  readonly #options: BedrockBuildsOptions
  readonly #saved: SavedBoxes
  /** Request → the group that was planned for it. */
  readonly #taken = new RecentMap<string, string>(maxTaken)
  /** Groups that an undo reads or writes. */
  readonly #undoing = new Set<string>()

  constructor(options: BedrockBuildsOptions) {
    super({ ...options, dimensionOf })
    this.#options = options
    this.#saved = new SavedBoxes(options.store, options.log)
  }

  /** A game connected. @throws GatewayError when its connection ends */
  async connect(abilities: BedrockAbilities, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options
    const world = await openWorld(this.#saved.worlds, abilities, signal)
    if (!signal.aborted) this.use(new BedrockBuildSite({ abilities, saved: this.#saved, clock, world }))
  }

  override async planOf(given: JsonObject): Promise<PlacedPlan> {
    requireTurnable(given)
    const placed = await super.planOf(given)
    const { min, max } = heightOf(placed.dimension)
    checkHeight(placed.plan, min, max)
    return placed
  }

  async begin(given: JsonObject, signal: AbortSignal): Promise<string> {
    const { plan, dimension } = await this.planOf(given)
    const site = this.#here()
    return this.#plan({ world: await site.mark(signal), dimension }, plan.tiles)
  }

  beginRedo(groupId: string): string | undefined {
    const group = this.#saved.find(groupId)
    return group && this.#plan(group, group.boxes, groupId)
  }

  async build(call: BuildCall, signal: AbortSignal): Promise<BuildResult> {
    const groupId = call.groupId ?? (await this.begin(call.given, signal))
    return this.run({ ...call, groupId }, () => groupId)
  }

  take(requestId: string, groupId: string): void {
    this.#taken.set(requestId, groupId)
  }

  taken(requestId: string): string | undefined {
    const groupId = this.#taken.get(requestId)
    this.#taken.delete(requestId)
    return groupId
  }

  /** See `SightBuilds`; where nobody is near it is found out when the build begins. */
  async checkKinds(blocks: ReadonlySet<string>, dimension: string, at: Position, signal: AbortSignal): Promise<void> {
    const { site } = this
    if (await site?.isLoadedAt(dimension, at, signal)) await site?.requireKnown(blocks, dimension, at, signal)
  }

  hasGroup(groupId: string): boolean {
    return this.#saved.find(groupId) !== undefined
  }

  async undo(groupId: string, redoId: string | undefined, signal: AbortSignal): Promise<JsonObject> {
    this.#groupHere(groupId)
    const job = await this.stopped(groupId)
    return this.inTurn(async () => {
      const group = this.#groupHere(groupId)
      const site = this.#here()
      const used = [groupId, ...(redoId === undefined ? [] : [redoId])]
      for (const id of used) this.#undoing.add(id)
      try {
        const shown = job?.beginUndo(plannedOf(job.record, group.touched))
        const { blocked, restored } = await this.#restore(site, group, { redoId, shown, signal })
        if (blocked.size > 0) throw inTheWay([...blocked])
        job?.send({ kind: 'undone' })
        return { commands: group.touched.length, restored, left: 0 }
      } finally {
        job?.endUndo()
        for (const id of used) this.#undoing.delete(id)
        await site.release().catch(() => undefined)
      }
    })
  }

  protected override address(site: BedrockBuildSite): string {
    return site.world ?? ''
  }

  protected override away(address: string): BuildWait | undefined {
    return !this.site || this.site.world === address ? undefined : { why: 'other-world' }
  }

  /** Everything is saved for the redo before the first box is put back. */
  async #restore(site: BedrockBuildSite, group: SavedGroup, { redoId, shown, signal }: UndoWork) {
    const boxes = group.touched.flatMap((number) => {
      const box = group.boxes[number]
      return box ? [{ number, box }] : []
    })
    const { dimension } = group
    if (redoId !== undefined) {
      for (const { number, box } of boxes) {
        await site.saveBox(redoId, number, { dimension, box }, signal)
        site.touch(redoId, number)
      }
    }
    const blocked = new Set<string>()
    let [restored, waitedMs] = [0, 0]
    for (const { number, box } of boxes) {
      await site.load(dimension, box, signal)
      let there = await bodiesIn(dimension, box, site.abilities, signal)
      for (; there.length > 0 && waitedMs < maxWaitMs; waitedMs += lookEveryMs) {
        shown?.wait({ why: 'player', names: there.map(({ name }) => name).filter((name) => name !== unnamed) })
        await site.sleep(lookEveryMs, signal)
        there = await bodiesIn(dimension, box, site.abilities, signal)
      }
      shown?.wait(undefined)
      for (const { name } of there) blocked.add(name)
      if (there.length > 0) continue
      await site.restoreBox(group.id, number, signal)
      restored += volumeOf(box)
      shown?.restored(number, 1)
    }
    return { blocked, restored }
  }

  /** @param restored a group that is about to be restored */
  #plan(
    place: Pick<SavedGroup, 'world' | 'dimension'>,
    boxes: SavedGroup['boxes'] | PlacedPlan['plan']['tiles'],
    restored?: string,
  ): string {
    const isUsed = (id: string) => id === restored || this.#undoing.has(id) || this.isUnfinished(id)
    const { world, dimension } = place
    const { id, dropped } = this.#saved.plan({ world, dimension }, boxes, isUsed)
    void this.#drop(dropped)
    return id
  }

  /** Never rejects: a structure that stays only takes space. */
  async #drop(groups: readonly SavedGroup[]): Promise<void> {
    const { site } = this
    for (const group of groups.filter(({ world }) => world === site?.world))
      for (const box of group.saved)
        await site?.abilities.link.run(`structure delete ${structureName(group.id, box)}`).catch(() => undefined)
  }

  #here(): BedrockBuildSite {
    if (this.site) return this.site
    throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { message: 'The Bedrock game is not connected.' })
  }

  /** @throws GatewayError when it is not in the world that is open */
  #groupHere(groupId: string): SavedGroup {
    const group = this.#saved.find(groupId)
    if (!group) throw gone()
    if (group.world === this.#here().world) return group
    throw operationProblem(
      'build-other-world',
      'This build is in another world of the game. Nothing was changed.',
      'Open that world, type the /connect command again, then undo.',
    )
  }
}

const gone = () =>
  operationProblem('snapshot-gone', 'The snapshot is no longer there, or damaged.', 'Restore a backup instead.')

const inTheWay = (names: readonly string[]) =>
  operationProblem(
    'snapshot-player-in-the-way',
    `Not all is undone: ${names.toSorted().join(', ')} ${names.length === 1 ? 'stands' : 'stand'} in the way.`,
    'Undo again when nobody stands there.',
    { names: names.toSorted() },
  )
