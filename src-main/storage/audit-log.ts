/**
 * Audit log: the trail of everything that was asked, decided and done, in SQLite. Specification 1, section 10.
 *
 * Guards invariant 1: an event appended `now` is on disk when `append` returns. Rows are only ever added, each bound to
 * the one before (`audit/chain.ts`). What cannot be written is counted and, once it can, said in the trail.
 */
import { randomUUID } from 'node:crypto'
import type { AuditBreak, AuditState } from '../contract/audit.js'
import type { AuditEvent } from '../contract/generated/audit-event.js'
import { Emitter } from '../gateway/emitter.js'
import type { AuditLog, Clock, Durability, Log } from '../gateway/ports.js'
import { breakId, columnsOf, type Head, hashOf, pruneId } from './audit/chain.js'
import { checkBeside, type Found, inspect } from './audit/custody.js'
import { type HeadSeal, type KeptHead, readHead, writeHead, writeHeadSoon } from './audit/kept-head.js'
import { due, usedBytes } from './audit/retention.js'
import { openSearchIndex, type SearchIndex } from './audit/search-index.js'
import { inSlices } from './audit/slices.js'
import { firstRow, letGo, openTrail } from './audit/trail-file.js'
import { defaultTrailSettings, type TrailSettings } from './audit/trail-settings.js'
import { withoutAddresses } from './audit/without-addresses.js'
import type { Database } from './sqlite.js'
import { systemClock } from './system-clock.js'

export { auditFile } from './audit/trail-file.js'

export interface AuditLogOptions {
  readonly clock: Clock
  readonly log: Log
  /** Of the system's store: signs the kept head. */
  readonly key: string | undefined
  /** In the system's store too: that there is a signed head, and how far it came. */
  readonly seal: HeadSeal | undefined
  readonly settings: () => TrailSettings
  /** Told the connection that writes, for tests that take its disk away. */
  readonly onOpen?: (database: Database) => void
}

const quiet: Log = { info() {}, warn() {}, error() {} }

const hourMs = 3_600_000
/** Milliseconds between two notes of the head. */
const noteMs = 1_000
/** Milliseconds between two seals of it; the system's store is not made for more. */
const sealMs = 60_000
const pruningPauseMs = 100
/** Rows that the search index takes in at once, and milliseconds between two times. */
const indexing = { rows: 150, pauseMs: 50, afterFailureMs: 60_000 } as const

/** Opens or creates the trail in a profile. @throws Error when the file cannot be used */
export function openAuditLog(profile: string, options: Partial<AuditLogOptions> = {}): AuditTrail {
  const whole = {
    clock: systemClock,
    log: quiet,
    key: undefined,
    seal: undefined,
    settings: () => defaultTrailSettings,
    ...options,
  }
  const { database, takenOver } = openTrail(profile, (head) => writeHead(profile, { ...head, closed: true }, whole.key))
  try {
    whole.onOpen?.(database)
    const reading = readHead(profile, whole.key, whole.key === undefined ? undefined : whole.seal?.read())
    const signed = reading.kind === 'kept' && reading.signed
    const trail = new AuditTrail(profile, database, inspect(database, reading), whole, signed)
    trail.start(takenOver)
    return trail
  } catch (error) {
    database.close()
    throw error
  }
}

export class AuditTrail implements AuditLog {
  readonly #profile: string
  readonly #database: Database
  readonly #options: AuditLogOptions
  readonly #insert: ReturnType<Database['prepare']>
  readonly #found: Found
  readonly #onDidChangeState = new Emitter<AuditState>()
  readonly onDidChangeState = this.#onDidChangeState.on
  readonly #ending: (() => void)[] = []
  #head: Head
  /** The last row that outlives a power cut. */
  #durable: Head
  #known: KeptHead['known']
  #noting: (() => void) | undefined
  #synchronous: Durability = 'now'
  /** The head that was noted when it was sealed last, and when that was, on the clock that never jumps. */
  #sealed = { noted: 0, at: 0 }
  #broken: AuditBreak | undefined
  #unwritable: AuditState['unwritable']
  #verified = { until: 0, whole: false }
  #signed: boolean
  #crowdedOut: string | undefined
  #index: SearchIndex | undefined
  #indexing: (() => void) | undefined
  #closed = false

  constructor(profile: string, database: Database, found: Found, options: AuditLogOptions, signed: boolean) {
    this.#profile = profile
    this.#database = database
    this.#options = options
    this.#found = found
    this.#head = found.head
    this.#durable = found.head
    this.#known = found.kept?.known
    this.#broken = found.broken
    this.#signed = signed
    this.#insert = database.prepare(
      `INSERT INTO audit_event
         (sequence, id, timestamp, event_type, capability_id, server_id, request_id, body, previous, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
  }

  /** Says what was found, and begins to check the rest and to let go of what is old. */
  start(takenOver: number): void {
    const { clock, log } = this.#options
    if (takenOver > 0) {
      log.info('the audit trail of an earlier version was taken over', { rows: takenOver })
      this.#say('system.audit.takeover', { rows: takenOver, through: this.#head.sequence, hash: this.#head.hash })
    }
    if (this.#broken) this.#sayBroken(this.#broken)
    this.#noteNow()
    this.#catchUp()
    const until = this.#head.sequence
    const stop = checkBeside(this.#database, clock, { kept: this.#found.kept, until }, (upTo, whole, broken) => {
      this.#verified = { until: upTo, whole }
      if (broken && !this.#broken) {
        this.#broken = broken
        this.#sayBroken(broken)
      }
      if (whole) {
        this.#ending.push(this.#retain())
        this.#tell()
      }
    })
    this.#ending.push(stop)
  }

  append(event: AuditEvent, durability: Durability = 'now'): void {
    const kept = this.#options.settings().redactAddresses ? withoutAddresses(event) : event
    try {
      this.#write(kept, durability)
    } catch (error) {
      this.#couldNot(error)
      throw error
    }
    if (this.#unwritable) this.#canAgain(this.#unwritable)
    this.#catchUp()
  }

  recent(limit: number): AuditEvent[] {
    return this.#database
      .prepare('SELECT body FROM audit_event ORDER BY sequence DESC LIMIT ?')
      .all(limit)
      .map((row) => JSON.parse(String(row.body)) as AuditEvent)
  }

  state(): AuditState {
    const first = firstRow(this.#database)
    return {
      rows: first ? this.#head.sequence - first.sequence + 1 : 0,
      head: this.#head,
      ...(first && { oldest: first.timestamp }),
      bytes: usedBytes(this.#database),
      verified: this.#verified,
      ...(this.#broken && { broken: this.#broken }),
      ...(this.#unwritable && { unwritable: this.#unwritable }),
      ...(this.#crowdedOut !== undefined && { crowdedOut: this.#crowdedOut }),
      signed: this.#signed,
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const end of this.#ending) end()
    this.#noting?.()
    this.#indexing?.()
    this.#index?.close()
    // Who reads beside us would keep SQLite from doing it: rows must be on disk before the head names them.
    this.#attempt(() => {
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    })
    this.#database.close()
    this.#attempt(() => {
      writeHead(this.#profile, this.#keptHead(this.#head, true), this.#options.key)
      this.#seal(this.#head.sequence)
    })
  }

  #write(event: AuditEvent, durability: Durability): void {
    this.#setDurability(durability)
    const { sequence, hash: previous } = { sequence: this.#head.sequence + 1, hash: this.#head.hash }
    const body = JSON.stringify(event)
    const hash = hashOf(previous, sequence, body)
    const row = columnsOf(event)
    this.#insert.run(
      sequence,
      row.id,
      row.timestamp,
      row.event_type,
      row.capability_id,
      row.server_id,
      row.request_id,
      body,
      previous,
      hash,
    )
    this.#head = { sequence, hash }
    if (durability === 'soon') return
    this.#durable = this.#head
    this.#note()
  }

  /** Waiting for the disk is most of what a read costs: SQLite waits only where it must. */
  #setDurability(durability: Durability): void {
    if (durability === this.#synchronous) return
    this.#database.exec(`PRAGMA synchronous = ${durability === 'now' ? 'FULL' : 'NORMAL'}`)
    this.#synchronous = durability
  }

  /** The same event twice is the caller's mistake, not the disk's. */
  #couldNot(error: unknown): void {
    if (isConstraint(error) || this.#closed) return
    const reason = error instanceof Error ? error.message : String(error)
    const { since = this.#options.clock.now().toISOString(), lost = 0 } = this.#unwritable ?? {}
    const isNew = !this.#unwritable
    this.#unwritable = { since, reason, lost: lost + 1 }
    if (!isNew) return
    this.#options.log.error('the audit trail cannot be written: no action runs until it can', { reason })
    this.#tell()
  }

  #canAgain({ since, reason, lost }: NonNullable<AuditState['unwritable']>): void {
    this.#unwritable = undefined
    this.#options.log.info('the audit trail can be written again', { since, lost })
    this.#say('system.audit.gap', { since, reason, lost })
    this.#tell()
  }

  #sayBroken(broken: AuditBreak): void {
    this.#options.log.error('the audit trail is not as it was written', { ...broken })
    if (broken.foundAt) return
    const { sequence, what } = broken
    if (this.#known?.sequence === sequence && this.#known.what === what) return
    this.#known = { sequence, what }
    this.#say(breakId, { ...broken })
  }

  /** Something about the trail itself, written into it where that is possible. */
  #say(capabilityId: string, request: Record<string, unknown>): void {
    try {
      this.append(this.#ownEvent(capabilityId, request))
    } catch (error) {
      this.#options.log.error('an event of the audit trail itself could not be written', { error: `${error}` })
    }
  }

  #ownEvent(capabilityId: string, request: Record<string, unknown>): AuditEvent {
    return {
      id: randomUUID(),
      timestamp: this.#options.clock.now().toISOString(),
      eventType: capabilityId === breakId || capabilityId === 'system.audit.gap' ? 'error' : 'invoke',
      capabilityId,
      caller: { type: 'system', id: 'gatehouse', name: 'Gatehouse' },
      request,
    }
  }

  /** Lets go of what is due, now and every hour. */
  #retain(): () => void {
    const { clock } = this.#options
    let stop = () => {}
    const round = () => {
      const stopLetting = inSlices(clock, pruningPauseMs, () => {
        if (this.#prune()) return true
        const cancel = clock.after(hourMs, round)
        stop = cancel
        return false
      })
      stop = stopLetting
    }
    round()
    return () => stop()
  }

  #prune(): boolean {
    const { clock, log, settings } = this.#options
    const before = { head: this.#head, durable: this.#durable }
    try {
      const letting = due(this.#database, settings(), clock.now(), usedBytes(this.#database))
      if (!letting) return false
      const { through, rows, why, fresh } = letting
      this.#setDurability('now')
      letGo(this.#database, through.sequence, () =>
        this.#write(
          this.#ownEvent(pruneId, {
            through: through.sequence,
            hash: through.hash,
            rows,
            why,
            ...(fresh && { fresh }),
          }),
          'now',
        ),
      )
      if (fresh) this.#crowd(fresh, rows)
      else log.info('old rows of the audit trail were let go', { through: through.sequence, rows, why })
      this.#catchUp()
      return true
    } catch (error) {
      this.#head = before.head
      this.#durable = before.durable
      log.error('old rows of the audit trail could not be let go', { error: `${error}` })
      return false
    }
  }

  /** What is not a day old goes for want of room only when something fills the trail. */
  #crowd(fresh: string, rows: number): void {
    this.#options.log.error('the audit trail is full: rows of the last day were let go', { fresh, rows })
    this.#crowdedOut = fresh
    this.#tell()
  }

  /** The index follows the trail and never holds it up. */
  #catchUp(pauseMs: number = indexing.pauseMs): void {
    this.#indexing ??= inSlices(this.#options.clock, pauseMs, () => {
      try {
        this.#index ??= openSearchIndex(this.#profile, this.#database)
        if (this.#index.catchUp(indexing.rows) || this.#index.forget(indexing.rows)) return true
        this.#indexing = undefined
      } catch (error) {
        this.#options.log.warn('the search index of the audit trail cannot be written', { error: `${error}` })
        this.#indexing = undefined
        this.#catchUp(indexing.afterFailureMs)
      }
      return false
    })
  }

  #note(): void {
    this.#noting ??= this.#options.clock.after(noteMs, () => {
      this.#noting = undefined
      const head = this.#keptHead(this.#durable, false)
      writeHeadSoon(this.#profile, head, this.#options.key, () => !this.#closed)
        .then(() => this.#sealNow(head.sequence))
        .catch((error: unknown) =>
          this.#options.log.warn('the head of the audit trail could not be kept', { error: `${error}` }),
        )
    })
  }

  /** A minute behind: the seal must not be ahead of a head that a power cut took back. */
  #sealNow(noted: number): void {
    const { noted: before, at } = this.#sealed
    if (this.#closed || this.#options.clock.elapsed() - at < sealMs) return
    this.#seal(before)
    this.#sealed = { noted, at: this.#options.clock.elapsed() }
  }

  #seal(sequence: number): void {
    const { key, seal, clock } = this.#options
    if (key === undefined || !seal) return
    seal.write(sequence)
    this.#sealed = { noted: sequence, at: clock.elapsed() }
  }

  #noteNow(): void {
    this.#attempt(() => {
      writeHead(this.#profile, this.#keptHead(this.#durable, false), this.#options.key)
      this.#signed = this.#options.key !== undefined
      this.#seal(this.#durable.sequence)
    })
  }

  #attempt(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#options.log.warn('the head of the audit trail could not be kept', { error: `${error}` })
    }
  }

  #keptHead({ sequence, hash }: Head, closed: boolean): KeptHead {
    return { sequence, hash, closed, ...(this.#known && { known: this.#known }) }
  }

  #tell(): void {
    if (!this.#closed) this.#onDidChangeState.emit(this.state())
  }
}

const constraint = 19

const isConstraint = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === constraint
