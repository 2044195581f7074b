/**
 * Build job: takes one build step by step to its end, whoever stops it meanwhile, and for however long it must wait.
 *
 * A build is stopped by people alone: it goes on without the call that asked for it, after a lost connection and after a
 * crash of the program. Every event is in the journal before the next step.
 */
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { BuildState, BuildWait } from '@shared/build/build-state.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import type { BuildPlan } from '../../../policy/build/plan.js'
import { backOff } from '../../../policy/limits/back-off.js'
import { operationProblem } from '../operation-problem.js'
import type { BuildJournal } from './build-journal.js'
import { type BuildEvent, type BuildRecord, isOver, nextBuild, progressOf, stepOf } from './build-run.js'
import { type BuildSite, type SiteBuilder, type TileResult, type TileWork, unnamed } from './build-site.js'
import { UndoShown } from './undo-shown.js'

export type Halt = 'none' | 'paused' | 'stopped'

export interface BuildJobDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly journal: BuildJournal
  readonly serverId: string
  /** @throws GatewayError when the plan cannot be read any more */
  readonly planOf: () => Promise<BuildPlan>
  /** Undefined while the server is offline, or elsewhere. */
  readonly site: () => BuildSite | undefined
  /** Why it waits when the server is not where the build began. */
  readonly away: () => BuildWait | undefined
  /** Whether people paused or stopped all AI. */
  readonly halt: () => Halt
  /** One build of a server at a time works. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly onChange: () => void
}

/** Failures in a row, without a tile in between, after which a build fails. */
const maxFailures = 6
const retryMs = 1_000
/** Milliseconds between two looks whether players have left. */
const playerEveryMs = 2_000
/** Events that end the work, at least for now: they hold also when the disk does not take them. */
const ends: ReadonlySet<BuildEvent['kind']> = new Set(['paused', 'stopped', 'failed', 'undone'])
/** Seconds of work from which the rest can be estimated. */
const estimatedAfter = 2

export class BuildJob {
  readonly #deps: BuildJobDependencies
  #record: BuildRecord
  #waits: BuildWait | undefined
  /** Blocks of tiles that were sent and are not done. */
  #sent = 0
  #hasNoted = false
  #commands = 0
  #waited = 0
  #waitsSince: number | undefined
  #blocked = new Map<number, readonly string[]>()
  #working = new AbortController()
  #wake: () => void = () => {}
  #plan: BuildPlan | undefined
  #failures = 0
  #builder: { readonly site: BuildSite; readonly builder: SiteBuilder } | undefined
  #tps: number | undefined
  /** Resolves when the build is over and nothing of it runs. Never rejects. */
  readonly ended: Promise<void>
  #failure: GatewayError | undefined
  #undo: UndoShown | undefined

  constructor(record: BuildRecord, deps: BuildJobDependencies) {
    this.#record = record
    this.#deps = deps
    this.ended = this.#run()
  }

  get record(): BuildRecord {
    return this.#record
  }

  /** Why it failed; after a restart only the record knows. */
  get failure(): GatewayError | undefined {
    return this.#failure
  }

  /** Ticks a second, as it was measured last. */
  get tps(): number | undefined {
    return this.#tps
  }

  get state(): BuildState {
    const { id, name, caller, phase, startedAt, changedAt, problem, activeMs } = this.#record
    const progress = progressOf(this.#record)
    const seconds = activeMs / 1_000
    const done = Math.round(Math.min(progress.total, progress.done + this.#sent))
    const left = done > 0 && seconds >= estimatedAfter ? ((progress.total - done) * seconds) / done : undefined
    const waitsFor = this.#undo ? this.#undo.waits : this.#waitsFor
    const { done: count, total } = this.#undo?.progress ?? { done, total: progress.total }
    return {
      id,
      serverId: this.#deps.serverId,
      name,
      caller,
      phase: this.#undo ? 'undoing' : waitsFor ? 'waiting' : phase,
      ...(waitsFor && { waitsFor }),
      done: count,
      total,
      ...(left !== undefined && !isOver(this.#record) && { secondsLeft: Math.round(left) }),
      startedAt,
      changedAt,
      ...(problem && { problem }),
    }
  }

  /** People see how far its undo is, until `endUndo`. @param blocks of each tile that it restores */
  beginUndo(blocks: ReadonlyMap<number, number>): UndoShown {
    this.#undo = new UndoShown(blocks, () => this.#deps.onChange())
    this.#deps.onChange()
    return this.#undo
  }

  endUndo(): void {
    this.#undo = undefined
    this.#deps.onChange()
  }

  /** Something changed outside: the connection, or whether AI is halted. */
  poke(): void {
    if (!this.#mayWork) this.#working.abort(interrupted)
    if (this.#deps.halt() === 'stopped') this.#apply({ kind: 'stopped' })
    this.#wake()
  }

  /** A person decided. What ends the work never fails. @throws Error when another cannot be stored: nothing has changed */
  send(event: BuildEvent): void {
    this.#apply(event)
    if (this.#record.phase !== 'running') this.#working.abort(interrupted)
    this.#wake()
  }

  get #waitsFor(): BuildWait | undefined {
    if (this.#record.phase !== 'running') return undefined
    if (this.#deps.halt() !== 'none') return { why: 'halted' }
    const away = this.#deps.away()
    if (away) return away
    return this.#deps.site() ? this.#waits : { why: 'offline' }
  }

  get #mayWork(): boolean {
    return this.#record.phase === 'running' && this.#deps.halt() === 'none' && this.#deps.site() !== undefined
  }

  /** @param isStored unless something else says it on disk, or nothing depends on it */
  #apply(event: BuildEvent, isStored = true): void {
    const next = nextBuild(this.#record, event, this.#deps.clock.now().toISOString())
    if (next === this.#record) return
    if (isStored) this.#store(next, ends.has(event.kind))
    this.#record = next
    this.#deps.onChange()
  }

  #store(record: BuildRecord, isEnd: boolean): void {
    try {
      this.#deps.journal.write(record)
    } catch (error) {
      // A full disk must not keep a build going, nor bring it back after a restart: its undo is in its group.
      if (!isEnd) throw error
      const { id, phase } = record
      this.#deps.log.warn('the end of a build could not be stored', { id, phase, error: `${error}` })
      this.#deps.journal.forget(id)
    }
  }

  async #run(): Promise<void> {
    // The one who made it must know it first.
    await Promise.resolve()
    if (this.#deps.halt() === 'stopped') this.#apply({ kind: 'stopped' })
    while (!isOver(this.#record)) {
      if (!this.#mayWork) {
        await this.#untilPoked()
        continue
      }
      this.#show(undefined)
      await this.#work().catch((thrown: unknown) => this.#failed(thrown))
    }
    await this.#leave()
    this.#plan = undefined
    this.#builder = undefined
    this.#show(undefined)
  }

  async #untilPoked(): Promise<void> {
    await this.#leave()
    if (isOver(this.#record) || this.#mayWork) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      // It may have changed while the last tile was left.
      if (isOver(this.#record) || this.#mayWork) resolve()
    })
  }

  async #work(): Promise<void> {
    this.#working = new AbortController()
    if (!this.#mayWork) return
    const { builder, site } = this.#ready()
    this.#noteTouched(site)
    const step = stepOf(this.#record, new Set(this.#blocked.keys()), new Set(builder.openTiles))
    switch (step.kind) {
      case 'save':
        return this.#deps.inTurn(() => this.#save())
      case 'tile':
        return this.#deps.inTurn(() => this.#set(step.tile))
      case 'verify':
        return this.#deps.inTurn(() =>
          this.#measured((builder) =>
            builder.verify(this.#working.signal, (tile, result) => this.#ended(tile, result)),
          ),
        )
      case 'wait-for-player':
        return this.#waitForPlayers()
      case 'finish':
        return this.#apply({ kind: 'finished' })
      case 'none':
        return
    }
  }

  /** A tile is marked in its group before its first command, and only there: that is on disk. */
  #noteTouched(site: BuildSite): void {
    if (this.#hasNoted || !this.#record.isSaved) return
    for (const tile of site.touched(this.#record.groupId)) this.#apply({ kind: 'begun', tile }, false)
    this.#hasNoted = true
  }

  async #save(): Promise<void> {
    const { site } = this.#ready()
    const planned = await site.save(await this.#placeOf(), this.#working.signal)
    this.#apply({ kind: 'saved', planned })
  }

  async #set(tile: number): Promise<void> {
    const { site } = this.#ready()
    const planned = this.#record.planned[tile] ?? 0
    const done = this.#sent
    const work: TileWork = {
      ...(await this.#placeOf()),
      tile,
      isBegun: this.#record.tiles[tile] === 'begun',
      signal: this.#working.signal,
      onBegin: () => this.#begin(tile, site),
      onProgress: (part) => {
        this.#sent = done + part * planned
        this.#deps.onChange()
      },
      onCommand: () => this.#commands++,
      onWait: (wait) => {
        const { clock } = this.#deps
        if (this.#waitsSince !== undefined) this.#waited += clock.elapsed() - this.#waitsSince
        this.#waitsSince = wait && clock.elapsed()
        this.#show(wait)
      },
    }
    await this.#measured(async (builder) => {
      const result = await builder.set(work)
      this.#sent = done + (result.kind === 'sent' ? planned : 0)
      if (result.kind === 'blocked') this.#blocked.set(tile, result.names)
    })
  }

  #ended(tile: number, result: TileResult): void {
    this.#sent = Math.max(0, this.#sent - (this.#record.planned[tile] ?? 0))
    if (result.kind === 'blocked') this.#blocked.set(tile, result.names)
    else this.#apply({ kind: 'tile-done', tile, counts: result.counts })
  }

  /** Counts the commands and the time of a piece of work; they are stored with the next event. */
  async #measured(work: (builder: SiteBuilder) => Promise<void>): Promise<void> {
    const { builder, site } = this.#ready()
    const { clock } = this.#deps
    const began = clock.elapsed()
    try {
      await work(builder)
      this.#failures = 0
    } catch (thrown) {
      builder.forget()
      this.#sent = 0
      throw thrown
    } finally {
      this.#tps = site.tps ?? this.#tps
      if (this.#waitsSince !== undefined) this.#waited += clock.elapsed() - this.#waitsSince
      this.#apply({ kind: 'worked', commands: this.#commands, ms: clock.elapsed() - began - this.#waited }, false)
      this.#waitsSince = undefined
      this.#waited = 0
      this.#commands = 0
    }
  }

  /** Its undo restores the tile from now on, whatever happens next. */
  #begin(tile: number, site: BuildSite): void {
    if (this.#record.tiles[tile] !== 'fresh') return
    site.touch(this.#record.groupId, tile)
    this.#apply({ kind: 'begun', tile }, false)
  }

  async #waitForPlayers(): Promise<void> {
    const names = new Set([...this.#blocked.values()].flat())
    names.delete(unnamed)
    this.#show({ why: 'player', names: [...names].sort() })
    await this.#pause(playerEveryMs)
    this.#blocked = new Map()
  }

  /** Saves what stands in a tile that is not finished, and releases its chunks. Never rejects. */
  async #leave(): Promise<void> {
    const { log, inTurn, site: siteOf } = this.#deps
    const site = siteOf()
    if (!site) return
    await inTurn(async () => {
      const { builder } = this.#ready()
      const { tiles, groupId } = this.#record
      for (const tile of site.touched(groupId))
        if (tiles[tile] !== 'done') await builder.leave({ ...(await this.#placeOf()), tile })
      this.#sent = 0
      await site.release()
    }).catch((error: unknown) => {
      log.warn('a build could not tidy up: the next connection does', { id: this.#record.id, error: `${error}` })
    })
  }

  #ready() {
    const site = this.#deps.site()
    if (!site) throw interrupted
    if (this.#builder?.site !== site) {
      this.#builder = { site, builder: site.builder() }
      this.#sent = 0
    }
    return this.#builder
  }

  async #placeOf() {
    const { groupId, dimension } = this.#record
    return { plan: await this.#planned(), groupId, dimension }
  }

  /** @throws GatewayError when it is another than the one that was approved */
  async #planned(): Promise<BuildPlan> {
    if (this.#plan) return this.#plan
    const plan = await this.#deps.planOf()
    if (plan.hash !== this.#record.hash) throw planChanged()
    this.#plan = plan
    return plan
  }

  async #failed(thrown: unknown): Promise<void> {
    const { log, site } = this.#deps
    if (thrown === interrupted || !this.#mayWork) return
    const error = asGatewayError(thrown)
    const isPassing = !error.code.startsWith('BUSINESS.') || error.details?.why === 'folder-keeps-changing'
    if (isPassing && ++this.#failures < maxFailures && site()) {
      log.warn('a step of a build failed: it is tried again', { id: this.#record.id, ...error.toContract() })
      return this.#pause(backOff(this.#failures, retryMs, 1)).catch(() => undefined)
    }
    this.#failure = error
    const { code, message } = error
    this.#apply({ kind: 'failed', problem: { code, message } })
  }

  /** @throws interrupted */
  #pause(ms: number): Promise<void> {
    const { signal } = this.#working
    return new Promise((resolve, reject) => {
      const stop = this.#deps.clock.after(ms, resolve)
      const abort = () => {
        stop()
        reject(interrupted)
      }
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    })
  }

  #show(waits: BuildWait | undefined): void {
    if (JSON.stringify(waits) === JSON.stringify(this.#waits)) return
    this.#waits = waits
    this.#deps.onChange()
  }
}

/** Not a failure: people or the connection ended the work for now. */
const interrupted = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')

const planChanged = () =>
  operationProblem(
    'build-plan-changed',
    'A structure file of this build was changed or removed, so nothing more was built.',
    'What stands stays. Undo puts everything back.',
  )
