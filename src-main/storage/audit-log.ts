/**
 * Audit log: the audit trail of all requests, decisions and actions, in SQLite. See docs/protocol.md#audit.
 *
 * Guards invariant 1: an event appended `now` is on disk when `append` returns, with all before it; one appended `soon`
 * is batched for a few milliseconds (`audit/row-group.ts`). Rows are only added, and each is chained to the previous
 * one (`audit/chain.ts`). Events that cannot be written are counted, and the count is recorded later.
 */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditBreak, AuditState } from '@shared/trail/audit.js'
import type { AuditLog, Durability } from '../gateway/ports/audit-log.js'
import { Emitter } from '../gateway/ports/emitter.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { chainBreakEventId, columnsOf, type Head, hashOf, pruneId } from './audit/chain.js'
import { type Checkpoint, type CheckpointSeal, readHead } from './audit/checkpoint.js'
import { type CheckpointNotWrittenError, CheckpointWriter } from './audit/checkpoint-writer.js'
import { gapId, ownEvent, withoutAddresses } from './audit/facts.js'
import { IndexFollower } from './audit/index-follower.js'
import { type ChainFindings, checkInBackground, inspect } from './audit/integrity.js'
import { OpenIntents } from './audit/open-intents.js'
import { defaultTrailSettings, due, pruneHourly, type TrailSettings, usedBytes } from './audit/retention.js'
import { RowGroup, rowOf, type WaitingRow } from './audit/row-group.js'
import { deleteRowsThrough, firstRow, openTrail } from './audit/trail-file.js'
import { isConstraint, TrailWriter, writeFailureReason } from './audit/trail-writer.js'
import { type Database, isBusy } from './sqlite.js'
import { quietLog, systemClock } from './system-clock.js'

export { auditFile } from './audit/trail-file.js'

export interface AuditLogOptions {
  readonly clock: Clock
  readonly log: Log
  /** Key of the credential store that signs the checkpoint. */
  readonly key: string | undefined
  /** Also from the credential store: states that a signed checkpoint exists, and its row. */
  readonly seal: CheckpointSeal | undefined
  readonly settings: () => TrailSettings
  /** Receives the writing connection; for tests of disk failures. */
  readonly onOpen?: (database: Database) => void
}

/** Opens or creates the trail in a profile. @throws Error when the file cannot be used */
export function openAuditLog(profile: string, options: Partial<AuditLogOptions> = {}): AuditTrail {
  const whole = {
    clock: systemClock,
    log: quietLog,
    key: undefined,
    seal: undefined,
    settings: () => defaultTrailSettings,
    ...options,
  }
  const database = openTrail(profile)
  try {
    whole.onOpen?.(database)
    const reading = readHead(profile, whole.key, whole.key === undefined ? undefined : whole.seal?.read())
    const signed = reading.kind === 'kept' && reading.signed
    const trail = new AuditTrail(profile, database, inspect(database, reading), whole, signed)
    trail.start()
    return trail
  } catch (error) {
    database.close()
    throw error
  }
}

export class AuditTrail implements AuditLog {
  readonly #database: Database
  readonly #options: AuditLogOptions
  readonly #writer: TrailWriter
  readonly #intents: OpenIntents
  readonly #found: ChainFindings
  readonly #onDidChangeState = new Emitter<AuditState>()
  readonly onDidChangeState = this.#onDidChangeState.on
  readonly #onDidWrite = new Emitter<AuditEvent>()
  /** Each event as it is in the file. */
  readonly onDidWrite = this.#onDidWrite.on
  readonly #ending: (() => void)[] = []
  readonly #heads: CheckpointWriter
  readonly #index: IndexFollower
  readonly #group: RowGroup
  /** The last row in the file. */
  #head: Head
  /** The last row that survives a power failure. */
  #durable: Head
  #known: Checkpoint['known']
  #broken: AuditBreak | undefined
  #unwritable: AuditState['unwritable']
  #verified = { until: 0, whole: false }
  #prunedFresh: string | undefined
  #closed = false

  constructor(profile: string, database: Database, found: ChainFindings, options: AuditLogOptions, signed: boolean) {
    this.#database = database
    this.#options = options
    this.#found = found
    this.#head = found.head
    this.#durable = found.head
    this.#known = found.checkpoint?.known
    this.#broken = found.broken
    const { clock, log, key, seal } = options
    this.#heads = new CheckpointWriter(
      {
        profile,
        clock,
        log,
        key,
        seal,
        head: () => this.#head,
        durable: () => this.#durable,
        extraFor: ({ sequence }) => ({
          ...(this.#known && { known: this.#known }),
          settled: this.#intents.settledThrough(sequence),
        }),
        onDidChange: (failure) => this.#headChanged(failure),
      },
      signed,
    )
    this.#intents = new OpenIntents(database, found.checkpoint?.settled ?? 0)
    this.#index = new IndexFollower({ profile, database, clock, log, head: () => this.#head.sequence })
    this.#writer = new TrailWriter(database)
    this.#group = new RowGroup(clock, (rows, isLastTry) => this.#writeGroup(rows, isLastTry))
  }

  /** Reports findings, and starts checking the remaining rows and deleting old ones. */
  start(): void {
    const { clock } = this.#options
    // Before the first row: otherwise a concurrent verification would report it as added while the program was closed.
    this.#heads.writeNow()
    this.#checkSchema()
    if (this.#broken) this.#reportBreak(this.#broken)
    this.#index.catchUp()
    const until = this.#head.sequence
    const stop = checkInBackground(
      this.#database,
      clock,
      { checkpoint: this.#found.checkpoint, until },
      (upTo, whole, broken) => {
        this.#verified = { until: upTo, whole }
        if (broken && !this.#broken) {
          this.#broken = broken
          this.#reportBreak(broken)
        }
        if (whole) {
          this.#ending.push(pruneHourly(clock, () => this.#prune()))
          this.#emitState()
        }
      },
    )
    this.#ending.push(stop)
  }

  append(event: AuditEvent, durability: Durability = 'now'): void {
    const stored = this.#options.settings().redactAddresses ? withoutAddresses(event) : event
    const isIntent = stored.metadata?.phase === 'intent'
    if (durability === 'soon' && !isIntent && !this.#closed) return this.#group.add(rowOf(stored))
    this.flush()
    try {
      if (isIntent) this.#heads.ensureCheckpointWritten()
      this.#write(rowOf(stored))
    } catch (error) {
      const isKept = isBusy(error) && stored.metadata?.phase === 'outcome' && !this.#closed
      // What was done is recorded as soon as the other program closes the file.
      if (isKept) this.#group.add(rowOf(stored))
      if (!isConstraint(error) && !this.#closed) this.#markUnwritable(error, isKept ? 0 : 1)
      throw error
    }
    this.#written()
  }

  /** Writes pending rows before the file is read. Never throws. */
  flush(): void {
    this.#group.flush()
  }

  openIntents(): AuditEvent[] {
    this.flush()
    return this.#intents.list()
  }

  outcomeOf(requestId: string): AuditEvent | undefined {
    this.flush()
    return this.#database
      .prepare('SELECT body FROM audit_event WHERE request_id = ? ORDER BY sequence DESC LIMIT ?')
      .all(requestId, rowsOfRequest)
      .map((row) => JSON.parse(String(row.body)) as AuditEvent)
      .find(({ metadata }) => metadata?.phase === 'outcome')
  }

  recent(limit: number): AuditEvent[] {
    this.flush()
    return this.#database
      .prepare('SELECT body FROM audit_event ORDER BY sequence DESC LIMIT ?')
      .all(limit)
      .map((row) => JSON.parse(String(row.body)) as AuditEvent)
  }

  state(): AuditState {
    this.flush()
    const first = this.#oldest()
    return {
      rows: first ? this.#head.sequence - first.sequence + 1 : 0,
      head: this.#head,
      ...(first && { oldest: first.timestamp }),
      bytes: usedBytes(this.#database),
      verified: this.#verified,
      ...(this.#broken && { broken: this.#broken }),
      ...(this.#unwritable && { unwritable: this.#unwritable }),
      ...(this.#prunedFresh !== undefined && { crowdedOut: this.#prunedFresh }),
      signed: this.#heads.signed,
    }
  }

  /** Undefined when there is none, or when another program changed the columns. */
  #oldest(): ReturnType<typeof firstRow> {
    try {
      return firstRow(this.#database)
    } catch {
      return undefined
    }
  }

  close(): void {
    if (this.#closed) return
    this.#group.flush(true)
    this.#closed = true
    for (const end of this.#ending) end()
    this.#heads.stop()
    this.#index.close()
    this.#transferPages()
    this.#database.close()
    this.#heads.writeLast(this.#head)
  }

  /** A concurrent reader would prevent SQLite from doing it: rows must be on disk before the checkpoint names them. */
  #transferPages(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      this.#options.log.warn('the audit trail could not be written through', { error: `${error}` })
    }
  }

  /**
   * One transaction. A single rejected row is lost alone; another failure loses all rows. False when another program
   * holds the file: the rows can be written later.
   */
  #writeGroup(rows: readonly WaitingRow[], isLastTry: boolean): boolean {
    const before = this.#head
    const written: [number, AuditEvent][] = []
    try {
      this.#writer.inGroup('soon', () => {
        for (const row of rows) if (this.#isAdded(row)) written.push([this.#head.sequence, row.event])
      })
    } catch (error) {
      this.#head = before
      if (isBusy(error) && !isLastTry) return false
      if (!this.#closed) this.#markUnwritable(error, rows.length)
      return true
    }
    for (const [sequence, event] of written) this.#recorded(sequence, event)
    this.#heads.scheduleWrite()
    this.#written()
    return true
  }

  #isAdded(row: WaitingRow): boolean {
    try {
      this.#add(row, 'soon')
      return true
    } catch (error) {
      if (!isConstraint(error)) throw error
      this.#options.log.error('an event is in the audit trail already', { id: row.event.id })
      return false
    }
  }

  /** A write succeeded. */
  #written(): void {
    if (this.#unwritable && !this.#heads.failure) this.#reportWritable(this.#unwritable)
    this.#index.catchUp()
  }

  #write(row: WaitingRow): void {
    this.#add(row, 'now')
    this.#durable = this.#head
    this.#recorded(this.#head.sequence, row.event)
    this.#heads.scheduleWrite()
  }

  #recorded(sequence: number, event: AuditEvent): void {
    this.#intents.record(sequence, event)
    this.#onDidWrite.emit(event)
  }

  #add({ event, body }: WaitingRow, durability: Durability): void {
    const { sequence, hash: previous } = { sequence: this.#head.sequence + 1, hash: this.#head.hash }
    const hash = hashOf(previous, sequence, body)
    this.#writer.write({ ...columnsOf(event), sequence, body, previous, hash }, durability)
    this.#head = { sequence, hash }
  }

  /** Another program may have added a trigger that drops rows. */
  #checkSchema(): void {
    try {
      this.#writer.checkSchema()
    } catch (error) {
      this.#markUnwritable(error, 0)
    }
  }

  #headChanged(failure: CheckpointNotWrittenError | undefined): void {
    if (failure) this.#markUnwritable(failure, 0)
    else if (this.#unwritable?.why === 'head') this.#reportWritable(this.#unwritable)
  }

  /** @param lost rows missing from the trail because of it */
  #markUnwritable(error: unknown, lost: number): void {
    const reason = error instanceof Error ? error.message : String(error)
    const before = this.#unwritable
    const since = before?.since ?? this.#options.clock.now().toISOString()
    this.#unwritable = { since, reason, why: writeFailureReason(error), lost: (before?.lost ?? 0) + lost }
    if (before && before.why === this.#unwritable.why) return
    this.#options.log.error('the audit trail cannot be written: no action runs until it can', { reason })
    this.#emitState()
  }

  #reportWritable({ since, reason, lost }: NonNullable<AuditState['unwritable']>): void {
    this.#unwritable = undefined
    this.#options.log.info('the audit trail can be written again', { since, lost })
    this.#recordTrailEvent(gapId, { since, reason, lost })
    this.#emitState()
  }

  #reportBreak(broken: AuditBreak): void {
    this.#options.log.error('the audit trail is not as it was written', { ...broken })
    if (broken.foundAt) return
    const { sequence, what } = broken
    if (this.#known?.sequence === sequence && this.#known.what === what) return
    this.#known = { sequence, what }
    this.#recordTrailEvent(chainBreakEventId, { ...broken })
  }

  /** An event about the trail itself, recorded in it when possible. */
  #recordTrailEvent(capabilityId: string, request: Record<string, unknown>): void {
    try {
      this.append(ownEvent(this.#options.clock.now(), capabilityId, request))
    } catch (error) {
      this.#options.log.error('an event of the audit trail itself could not be written', { error: `${error}` })
    }
  }

  /** Deletes some rows that are due. @returns whether there were any */
  #prune(): boolean {
    const { clock, log, settings } = this.#options
    this.flush()
    const before = { head: this.#head, durable: this.#durable }
    try {
      const deletion = due(this.#database, settings(), clock.now(), usedBytes(this.#database))
      if (!deletion) return false
      const { through, rows, why, fresh } = deletion
      this.#writer.setDurability('now')
      deleteRowsThrough(this.#database, through.sequence, () =>
        this.#write(
          rowOf(
            ownEvent(clock.now(), pruneId, {
              through: through.sequence,
              hash: through.hash,
              rows,
              why,
              ...(fresh && { fresh }),
            }),
          ),
        ),
      )
      if (fresh) this.#reportOverflow(fresh, rows)
      else log.info('old rows of the audit trail were deleted', { through: through.sequence, rows, why })
      this.#index.catchUp()
      return true
    } catch (error) {
      this.#head = before.head
      this.#durable = before.durable
      log.error('old rows of the audit trail could not be deleted', { error: `${error}` })
      return false
    }
  }

  /** Reports that rows of the last day were deleted because the trail exceeded its size limit. */
  #reportOverflow(fresh: string, rows: number): void {
    this.#options.log.error('the audit trail is full: rows of the last day were deleted', { fresh, rows })
    this.#prunedFresh = fresh
    this.#emitState()
  }

  #emitState(): void {
    if (!this.#closed) this.#onDidChangeState.emit(this.state())
  }
}

/** Maximum rows of one request searched for its outcome. */
const rowsOfRequest = 32
