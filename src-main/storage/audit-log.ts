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
import { HeadKeeper } from './audit/head-keeper.js'
import { IndexFollower } from './audit/index-follower.js'
import { type HeadSeal, type KeptHead, readHead, writeHead } from './audit/kept-head.js'
import { due, usedBytes } from './audit/retention.js'
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
const pruningPauseMs = 100

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
  readonly #database: Database
  readonly #options: AuditLogOptions
  readonly #insert: ReturnType<Database['prepare']>
  readonly #found: Found
  readonly #onDidChangeState = new Emitter<AuditState>()
  readonly onDidChangeState = this.#onDidChangeState.on
  readonly #ending: (() => void)[] = []
  readonly #heads: HeadKeeper
  readonly #index: IndexFollower
  #head: Head
  /** The last row that outlives a power cut. */
  #durable: Head
  #known: KeptHead['known']
  #synchronous: Durability = 'now'
  #broken: AuditBreak | undefined
  #unwritable: AuditState['unwritable']
  #verified = { until: 0, whole: false }
  #crowdedOut: string | undefined
  #closed = false

  constructor(profile: string, database: Database, found: Found, options: AuditLogOptions, signed: boolean) {
    this.#database = database
    this.#options = options
    this.#found = found
    this.#head = found.head
    this.#durable = found.head
    this.#known = found.kept?.known
    this.#broken = found.broken
    const { clock, log, key, seal } = options
    this.#heads = new HeadKeeper(
      { profile, clock, log, key, seal, durable: () => this.#durable, known: () => this.#known },
      signed,
    )
    this.#index = new IndexFollower({ profile, database, clock, log })
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
    this.#heads.noteNow()
    this.#index.catchUp()
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
    this.#index.catchUp()
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
      signed: this.#heads.signed,
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const end of this.#ending) end()
    this.#heads.stop()
    this.#index.close()
    // Who reads beside us would keep SQLite from doing it: rows must be on disk before the head names them.
    try {
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      this.#options.log.warn('the audit trail could not be written through', { error: `${error}` })
    }
    this.#database.close()
    this.#heads.noteLast(this.#head)
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
    this.#heads.note()
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
      this.#index.catchUp()
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

  #tell(): void {
    if (!this.#closed) this.#onDidChangeState.emit(this.state())
  }
}

const constraint = 19

const isConstraint = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === constraint
