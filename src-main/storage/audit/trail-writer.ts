/**
 * Trail writer: adds one row to the file and verifies it.
 *
 * Guards invariant 1: a row counts as written only when SQLite inserted exactly one, into a table with exactly the
 * expected triggers and indexes.
 */

import type { AuditState } from '@shared/trail/audit.js'
import type { Durability } from '../../gateway/ports/audit-log.js'
import { type Database, inTransaction, isBusy } from '../sqlite.js'
import type { StoredRow } from './chain.js'
import { CheckpointNotWrittenError } from './checkpoint-writer.js'
import { foreignPartOf, schemaVersionOf } from './trail-schema.js'

const insertRow = `
  INSERT INTO audit_event
    (sequence, id, timestamp, event_type, capability_id, server_id, request_id, body, previous, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
`

/** The schema was changed, so nothing is written. */
export class ForeignSchemaError extends Error {}

export class TrailWriter {
  readonly #database: Database
  /** Prepared after the schema check: an added object may even prevent that. */
  #insert: ReturnType<Database['prepare']> | undefined
  readonly #schemaVersion: () => number
  /** The last schema version that was found valid. */
  #checkedVersion: number | undefined
  #synchronous: Durability = 'now'
  /** Whether the schema was checked in the open transaction. */
  #isChecked = false

  constructor(database: Database) {
    this.#database = database
    this.#schemaVersion = schemaVersionOf(database)
  }

  /**
   * Check and insert are one transaction, so that the schema cannot change in between. @throws Error when it is not
   * written
   */
  write(row: StoredRow, durability: Durability): void {
    if (this.#isChecked) return this.#add(row)
    this.setDurability(durability)
    if (this.#database.isTransaction) this.#checkAndAdd(row)
    else inTransaction(this.#database, () => this.#checkAndAdd(row))
  }

  /**
   * One transaction and one check for all rows that `work` writes. @throws Error from `work`; nothing is written then
   */
  inGroup(durability: Durability, work: () => void): void {
    this.setDurability(durability)
    inTransaction(this.#database, () => {
      this.checkSchema()
      this.#isChecked = true
      try {
        work()
      } finally {
        this.#isChecked = false
      }
    })
  }

  /** Syncing is most of the cost of a read, so SQLite syncs only when required. */
  setDurability(durability: Durability): void {
    if (durability === this.#synchronous) return
    this.#database.exec(`PRAGMA synchronous = ${durability === 'now' ? 'FULL' : 'NORMAL'}`)
    this.#synchronous = durability
  }

  /** @throws ForeignSchemaError when the schema was changed */
  checkSchema(): void {
    const version = this.#schemaVersion()
    if (version === this.#checkedVersion) return
    const foreign = foreignPartOf(this.#database)
    if (foreign !== undefined) {
      throw new ForeignSchemaError(`Another program changed the audit log file: ${foreign}.`)
    }
    this.#checkedVersion = version
  }

  #checkAndAdd(row: StoredRow): void {
    this.checkSchema()
    this.#add(row)
  }

  #add(row: StoredRow): void {
    this.#insert ??= this.#database.prepare(insertRow)
    const { changes } = this.#insert.run(
      row.sequence,
      row.id,
      row.timestamp,
      row.event_type,
      row.capability_id,
      row.server_id,
      row.request_id,
      row.body,
      row.previous,
      row.hash,
    )
    if (Number(changes) !== 1) throw new Error('The row was not inserted into the audit log.')
  }
}

/** Why a row could not be written, and what that means for the trail. */
export const writeFailureReason = (error: unknown): NonNullable<AuditState['unwritable']>['why'] => {
  if (error instanceof ForeignSchemaError) return 'schema'
  if (error instanceof CheckpointNotWrittenError) return 'head'
  return isBusy(error) ? 'locked' : 'disk'
}

const constraint = 19

/** A duplicate event is an error of the caller, not of the disk. */
export const isConstraint = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === constraint
