/**
 * Build jobs: the builds of one server over all its connections, for the lifetime of the program and after a crash.
 *
 * Builds that were not over when the program ended go on at the first connection to where they began, exactly where they
 * were. Nothing is built, put back or released anywhere else.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { BuildPicture } from '@shared/build/build-preview.js'
import type { BuildPart, BuildState, BuildWait } from '@shared/build/build-state.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { ServerBuilds } from '../../../gateway/ports/provider.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import type { BuildPlan } from '../../../policy/build/plan.js'
import { type BuildArea, requireInArea } from './build-areas.js'
import { BuildJob, type Halt } from './build-job.js'
import { BuildJournal } from './build-journal.js'
import { buildFailed, buildStopped } from './build-problems.js'
import { type BuildEvent, type BuildRecord, isOver } from './build-run.js'
import type { BuildSite } from './build-site.js'

export interface BuildHalts {
  /** Whether people paused or stopped all AI. */
  readonly state: () => Halt
  readonly onDidChange: (listener: () => void) => () => void
}

/** What providers need to build. */
export interface Building {
  readonly halts: BuildHalts
  /** @throws GatewayError that names the part that is wrong */
  readonly planOf: (given: JsonObject) => Promise<BuildPlan>
  /** Where AI may build on a server; everywhere when empty. */
  readonly areasOf: (server: string) => readonly BuildArea[]
}

export interface BuildJobsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly serverId: string
  /** Folder in the profile for the builds of this server. */
  readonly store: string
  readonly halts: BuildHalts
  /** @throws GatewayError that names the part that is wrong */
  readonly planOf: (given: JsonObject) => Promise<BuildPlan>
  /** Where AI may build; everywhere when empty. */
  readonly areas: () => readonly BuildArea[]
  /** The dimension of a world's name. @throws GatewayError */
  readonly dimensionOf: (world: string) => string
}

/** One build, as it was asked for. */
export interface BuildCall {
  readonly requestId: string
  readonly caller: { readonly id: string; readonly name: string }
  readonly given: JsonObject
  /** Planned for this call; without one the build makes its own. */
  readonly groupId: string | undefined
  /** Draws the place as it is before the first block; undefined when it cannot be drawn. Never rejects */
  readonly draw?: () => Promise<BuildPicture | undefined>
}

export interface BuildResult extends JsonObject {
  readonly built: number
  readonly changed: number
  readonly skipped: number
  readonly seconds: number
  readonly commands: number
}

export interface PlacedPlan {
  readonly plan: BuildPlan
  readonly dimension: string
}

export abstract class BuildJobs<Site extends BuildSite> implements ServerBuilds {
  readonly #options: BuildJobsOptions
  readonly #journal: BuildJournal
  readonly #changed = new Emitter<void>()
  readonly onDidChange = this.#changed.on
  readonly #stopListening: () => void
  #jobs = new Map<string, BuildJob>()
  #site: Site | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: BuildJobsOptions) {
    this.#options = options
    this.#journal = new BuildJournal(options.store, options.log)
    for (const record of this.#journal.read()) {
      if (!isOver(record)) options.log.info('a build goes on where it was when the program ended', { id: record.id })
      this.#add(record)
    }
    this.#stopListening = options.halts.onDidChange(() => this.#poke())
  }

  /** Where a connected server is. */
  protected abstract address(site: Site): string

  /** Why a build that began at an address waits; undefined where it can go on, and while the server is offline. */
  protected abstract away(address: string): BuildWait | undefined

  /** The server that is connected; undefined while it is offline. */
  get site(): Site | undefined {
    return this.#site
  }

  /** A server connected. */
  protected use(site: Site): void {
    this.#site = site
    // What an earlier run of the program kept loaded.
    void this.inTurn(() => site.release())
      .catch((error: unknown) => this.#options.log.warn('chunks are still kept loaded', { error: `${error}` }))
      .then(() => this.#poke())
  }

  /** The connection was lost. */
  lost(): void {
    this.#site = undefined
    this.#poke()
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

  /** Only where blocks can be read. */
  async parts(_id: string): Promise<readonly BuildPart[]> {
    throw new GatewayError('BUSINESS.OPERATION_FAILED', {
      message: 'No part of this build can be undone alone.',
      suggestion: 'Undo the whole build.',
    })
  }

  /** The plan and its world, checked against the areas. @throws GatewayError that names the part that is wrong */
  async planOf(given: JsonObject): Promise<PlacedPlan> {
    const { dimensionOf, areas } = this.#options
    const plan = await this.#options.planOf(given)
    const dimension = dimensionOf(plan.world)
    requireInArea(plan.extent, dimension, areas(), dimensionOf)
    return { plan, dimension }
  }

  /**
   * Resolves when the build is over.
   *
   * @param groupIdOf makes the group of a call that has none yet. @throws GatewayError when it failed or was stopped
   */
  protected async run(call: BuildCall, groupIdOf: (site: Site, placed: PlacedPlan) => string): Promise<BuildResult> {
    const { clock } = this.#options
    const { requestId: id, caller, given } = call
    const { plan, dimension } = await this.planOf(given)
    const site = this.#site
    if (!site) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    if (this.#jobs.has(id)) throw new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'This build has begun.' })
    const at = clock.now().toISOString()
    const record: BuildRecord = {
      id,
      groupId: call.groupId ?? groupIdOf(site, { plan, dimension }),
      name: plan.name,
      caller,
      given,
      hash: plan.hash,
      address: this.address(site),
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

  protected recordOf(id: string): BuildRecord | undefined {
    return this.#jobs.get(id)?.record
  }

  /** The plan as it was approved; undefined when it is no longer the same. @throws GatewayError when it is wrong now */
  protected async approvedPlan({ given, hash }: BuildRecord): Promise<BuildPlan | undefined> {
    const plan = await this.#options.planOf(given)
    return plan.hash === hash ? plan : undefined
  }

  /** The build of a group, stopped if it was not over. */
  protected async stopped(groupId: string): Promise<BuildJob | undefined> {
    const job = this.#jobOf(groupId)
    if (job && !isOver(job.record)) {
      job.send({ kind: 'stopped' })
      await job.ended
    }
    return job
  }

  /** One build or undo of a server at a time works. */
  protected inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  protected isUnfinished(groupId: string): boolean {
    const job = this.#jobOf(groupId)
    return job !== undefined && !isOver(job.record)
  }

  readonly #jobOf = (groupId: string): BuildJob | undefined =>
    [...this.#jobs.values()].find(({ record }) => record.groupId === groupId)

  /** For people alone: the build does not need it. */
  #keepPicture(id: string, picture: BuildPicture | undefined): void {
    try {
      if (picture) this.#journal.writePicture(id, picture)
    } catch (error) {
      this.#options.log.warn('the picture of a build could not be kept', { id, error: `${error}` })
    }
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
      site: () => (this.away(record.address) ? undefined : this.#site),
      away: () => this.away(record.address),
      halt: halts.state,
      inTurn: (work) => this.inTurn(work),
      onChange: () => this.#changed.emit(),
    })
    const kept = new Set(this.#journal.prune([...this.#jobs.values()].map((one) => one.record)).map(({ id }) => id))
    this.#jobs = new Map([...[...this.#jobs].filter(([id]) => kept.has(id)), [record.id, job]])
    return job
  }

  #poke(): void {
    for (const job of this.#jobs.values()) job.poke()
    this.#changed.emit()
  }
}

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
