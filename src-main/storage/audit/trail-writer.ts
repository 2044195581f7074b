/**
 * Trail writer: adds one row to the file, and knows that it did.
 *
 * Guards invariant 1: a row counts as written only when SQLite says that exactly one was inserted, into a table with
 * exactly the triggers and indexes that the program made.
 */
import type { Durability } from '../../gateway/ports.js'
import { type Database, together } from '../sqlite.js'
import type { StoredRow } from './chain.js'
import { foreignPartOf, schemaVersionOf } from './trail-schema.js'

const insertRow = `
  INSERT INTO audit_event
    (sequence, id, timestamp, event_type, capability_id, server_id, request_id, body, previous, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
`

/** The file is not as the program made it, so nothing is written into it. */
export class ForeignSchemaError extends Error {}

export class TrailWriter {
  readonly #database: Database
  /** Prepared once the schema is checked: what was planted may refuse even that. */
  #insert: ReturnType<Database['prepare']> | undefined
  readonly #schemaVersion: () => number
  /** The last version of the schema that was found to be ours. */
  #checkedVersion: number | undefined
  #synchronous: Durability = 'now'
  /** Whether the schema was checked in the transaction that is open. */
  #isChecked = false

  constructor(database: Database) {
    this.#database = database
    this.#schemaVersion = schemaVersionOf(database)
  }

  /** The check and the insert are one transaction, so that nothing is planted in between. @throws Error when it is not written */
  write(row: StoredRow, durability: Durability): void {
    if (this.#isChecked) return this.#add(row)
    this.setDurability(durability)
    if (this.#database.isTransaction) this.#checkAndAdd(row)
    else together(this.#database, () => this.#checkAndAdd(row))
  }

  /** One transaction, and one check, for all rows that `work` writes. @throws Error what it throws; then none is written */
  inGroup(durability: Durability, work: () => void): void {
    this.setDurability(durability)
    together(this.#database, () => {
      this.checkSchema()
      this.#isChecked = true
      try {
        work()
      } finally {
        this.#isChecked = false
      }
    })
  }

  /** Waiting for the disk is most of what a read costs: SQLite waits only where it must. */
  setDurability(durability: Durability): void {
    if (durability === this.#synchronous) return
    this.#database.exec(`PRAGMA synchronous = ${durability === 'now' ? 'FULL' : 'NORMAL'}`)
    this.#synchronous = durability
  }

  /** @throws ForeignSchemaError when the file is not as the program made it */
  checkSchema(): void {
    const version = this.#schemaVersion()
    if (version === this.#checkedVersion) return
    const foreign = foreignPartOf(this.#database)
    if (foreign !== undefined) {
      throw new ForeignSchemaError(`Another program changed the file of the audit trail: ${foreign}.`)
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
    if (Number(changes) !== 1) throw new Error('The row was not inserted into the audit trail.')
  }
}
