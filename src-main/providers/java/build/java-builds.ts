/**
 * Java builds: the builds of one server over all its connections, for the lifetime of the program and after a crash.
 *
 * Builds that were not over when the program ended go on at the first connection to the address where they began,
 * exactly where they were. Nothing is built, put back or released at another address.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { fileNameOf } from '@contract/text/file-name.js'
import type { BuildPicture } from '@shared/build/build-preview.js'
import type { BuildState } from '@shared/build/build-state.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { ServerBuilds } from '../../../gateway/ports/provider.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import type { BuildPlan } from '../../../policy/build/plan.js'
import { checkHeight } from '../../../policy/build/read-plan.js'
import type { BuildCall, Builder, JavaAbilities } from '../capabilities/java-capability.js'
import type { BlockUndoResult } from '../snapshots/block-snapshots.js'
import { dimensionOf } from '../worlds.js'
import { type BuildArea, requireInArea } from './build-areas.js'
import { BuildJob, type Halt } from './build-job.js'
import { BuildJournal } from './build-journal.js'
import { BuildPace } from './build-pace.js'
import { mostHeightOf } from './build-place.js'
import { buildFailed, buildStopped } from './build-problems.js'
import { type BuildEvent, type BuildRecord, isOver } from './build-run.js'
import { LoadedChunks } from './loaded-chunks.js'
import { TickMeter } from './tick-meter.js'
import type { BuildSite } from './tile-builder.js'
import { undoBystanders } from './undo-bystanders.js'

export interface BuildHalts {
  /** Whether people paused or stopped all AI. */
  readonly state: () => Halt
  readonly onDidChange: (listener: () => void) => () => void
}

export interface JavaBuildsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly serverId: string
  /** Where the server is now: a build goes on nowhere else than where it began. */
  readonly address: () => string
  /** Folder in the profile for the builds of this server. */
  readonly store: string
  readonly halts: BuildHalts
  /** @throws GatewayError that names the part that is wrong */
  readonly planOf: (given: JsonObject) => Promise<BuildPlan>
  /** Where AI may build; everywhere when empty. */
  readonly areas: () => readonly BuildArea[]
}

export interface BuildResult extends JsonObject {
  readonly built: number
  readonly changed: number
  readonly skipped: number
  readonly seconds: number
  readonly commands: number
}

/** Milliseconds that closing a connection waits until chunks are released. */
const maxCloseMs = 5_000

export class JavaBuilds implements ServerBuilds, Builder {
  readonly #options: JavaBuildsOptions
  readonly #journal: BuildJournal
  readonly #changed = new Emitter<void>()
  readonly onDidChange = this.#changed.on
  readonly #stopListening: () => void
  #jobs = new Map<string, BuildJob>()
  #site: BuildSite | undefined
  /** Its chunks are released when the connection is closed, also where its builds have left it. */
  #last: BuildSite | undefined
  #turn: Promise<unknown> = Promise.resolve()
  /** Groups that an undo reads or writes. */
  readonly #undoing = new Set<string>()

  constructor(options: JavaBuildsOptions) {
    this.#options = options
    this.#journal = new BuildJournal(options.store, options.log)
    for (const record of this.#journal.read()) {
      if (!isOver(record)) options.log.info('a build goes on where it was when the program ended', { id: record.id })
      this.#add(record)
    }
    this.#stopListening = options.halts.onDidChange(() => this.#poke())
  }

  /** A console with files connected. */
  connect(abilities: JavaAbilities): void {
    const { snapshots, dialect } = abilities
    if (!snapshots) return
    const { clock, log, store, address } = this.#options
    const chunks = new LoadedChunks({ file: path.join(store, chunksFileOf(address())), log }, dialect)
    const site = { abilities, snapshots, pace: new BuildPace(), meter: new TickMeter(abilities, clock), chunks }
    this.#site = site
    this.#last = site
    snapshots.store.protect((id) => this.#undoing.has(id) || this.#isUnfinished(id))
    // What an earlier run of the program kept loaded.
    void this.#inTurn(() => chunks.release())
      .catch((error: unknown) => log.warn('chunks are still kept loaded', { error: `${error}` }))
      .then(() => this.#poke())
  }

  /** The connection was lost. */
  lost(): void {
    this.#site = undefined
    this.#poke()
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
    await Promise.race([this.#inTurn(() => site.chunks.release()).catch(() => undefined), late])
    cancel()
  }

  /** The program ends. */
  close(): void {
    this.#stopListening()
    this.lost()
  }

  list(): readonly BuildState[] {
    return [...this.#jobs.values()].map((job) => job.state)
  }

  async pause(id: string): Promise<void> {
    this.#send(id, { kind: 'paused' })
  }

  async resume(id: string): Promise<void> {
    this.#send(id, { kind: 'resumed' })
  }

  async stop(id: string): Promise<void> {
    this.#send(id, { kind: 'stopped' })
    await this.#jobs.get(id)?.ended
  }

  async picture(id: string): Promise<BuildPicture | undefined> {
    return this.#journal.readPicture(id)
  }

  async planOf(given: JsonObject): Promise<{ readonly plan: BuildPlan; readonly dimension: string }> {
    const plan = await this.#options.planOf(given)
    const dimension = dimensionOf(plan.world)
    requireInArea(plan.extent, dimension, this.#options.areas())
    const height = this.#site && mostHeightOf(this.#site.abilities.dialect.traits.version)
    if (height) checkHeight(plan, height.min, height.max)
    return { plan, dimension }
  }

  async build(call: BuildCall): Promise<BuildResult> {
    const { clock } = this.#options
    const { requestId: id, caller, given } = call
    const { plan, dimension } = await this.planOf(given)
    const groups = this.#site?.snapshots.groups
    if (!groups) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    if (this.#jobs.has(id)) throw new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'This build has begun.' })
    const at = clock.now().toISOString()
    const record: BuildRecord = {
      id,
      groupId: call.groupId ?? groups.plan(dimension, plan.tiles),
      name: plan.name,
      caller,
      given,
      hash: plan.hash,
      address: this.#options.address(),
      dimension,
      phase: 'running',
      isSaved: false,
      tiles: plan.tiles.map(() => 'fresh'),
      planned: [],
      most: plan.most,
      counts: { built: 0, changed: 0, skipped: 0, commands: 0 },
      activeMs: 0,
      startedAt: at,
      changedAt: at,
    }
    // From here on it survives a crash, although nothing is drawn or set yet.
    this.#journal.write(record)
    // People see and stop it at once, however long drawing takes.
    void call.draw?.().then((picture) => this.#keepPicture(id, picture))
    const job = this.#add(record)
    await job.ended
    return resultOf(job)
  }

  hasGroup(groupId: string): boolean {
    return this.#site?.snapshots.groups.find(groupId) !== undefined
  }

  async undo(groupId: string, redoId: string | undefined, signal: AbortSignal): Promise<BlockUndoResult> {
    const job = [...this.#jobs.values()].find(({ record }) => record.groupId === groupId)
    this.#site?.snapshots.groups.requireHere(groupId)
    if (job && !isOver(job.record)) {
      job.send({ kind: 'stopped' })
      await job.ended
    }
    return this.#inTurn(async () => {
      const site = this.#site
      if (!site) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
      const { groups } = site.snapshots
      const hold = <Result>(dimension: string, box: Parameters<LoadedChunks['hold']>[1], use: () => Promise<Result>) =>
        site.chunks.hold(dimension, box).then(use)
      const used = [groupId, ...(redoId === undefined ? [] : [redoId])]
      for (const id of used) this.#undoing.add(id)
      try {
        if (redoId !== undefined) await this.#saveForRedo(groupId, redoId, hold, signal)
        const result = await groups.restore(
          groupId,
          hold,
          signal,
          undoBystanders(site.abilities, this.#options.clock, signal),
        )
        job?.send({ kind: 'undone' })
        return result
      } finally {
        for (const id of used) this.#undoing.delete(id)
        await site.chunks.release().catch(() => undefined)
      }
    })
  }

  /** For people alone: the build does not need it. */
  #keepPicture(id: string, picture: BuildPicture | undefined): void {
    try {
      if (picture) this.#journal.writePicture(id, picture)
    } catch (error) {
      this.#options.log.warn('the picture of a build could not be kept', { id, error: `${error}` })
    }
  }

  async #saveForRedo(
    groupId: string,
    redoId: string,
    hold: Parameters<BuildSite['snapshots']['groups']['take']>[1],
    signal: AbortSignal,
  ): Promise<void> {
    const groups = this.#site?.snapshots.groups
    await groups?.take(redoId, hold, signal)
    // The undo writes to the boxes that the build had touched.
    for (const number of groups?.find(groupId)?.touched ?? []) groups?.touch(redoId, number)
  }

  #send(id: string, event: BuildEvent): void {
    const job = this.#jobs.get(id)
    if (!job || isOver(job.record))
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'There is no such build, or it is over.',
        suggestion: 'Undo it to put everything back.',
      })
    job.send(event)
  }

  #add(record: BuildRecord): BuildJob {
    const { clock, log, serverId, halts, planOf } = this.#options
    const job = new BuildJob(record, {
      clock,
      log,
      serverId,
      journal: this.#journal,
      planOf: () => planOf(record.given),
      site: () => (this.#isHere(record) ? this.#site : undefined),
      isHere: () => this.#isHere(record),
      halt: halts.state,
      inTurn: (work) => this.#inTurn(work),
      onChange: () => this.#changed.emit(),
    })
    const kept = new Set(this.#journal.prune([...this.#jobs.values()].map((one) => one.record)).map(({ id }) => id))
    this.#jobs = new Map([...[...this.#jobs].filter(([id]) => kept.has(id)), [record.id, job]])
    return job
  }

  readonly #isUnfinished = (groupId: string): boolean =>
    [...this.#jobs.values()].some(({ record }) => record.groupId === groupId && !isOver(record))

  readonly #isHere = ({ address }: BuildRecord): boolean => address === this.#options.address()

  #poke(): void {
    for (const job of this.#jobs.values()) job.poke()
    this.#changed.emit()
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }
}

/** Chunks are released only where they were taken. */
const chunksFileOf = (address: string): string =>
  fileNameOf(`chunks-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`, '.json')

/** @throws GatewayError unless it was built */
function resultOf({ record, failure, tps }: BuildJob): BuildResult {
  const { phase, counts, activeMs } = record
  if (phase === 'failed') throw buildFailed(record, failure)
  if (phase !== 'done') throw buildStopped(record)
  return {
    ...counts,
    seconds: Math.round(activeMs / 1_000),
    ...(tps !== undefined && { tps: Math.round(tps * 10) / 10 }),
  }
}
