/**
 * State database: everything the program keeps besides its settings, the log and the panic state, a table a store.
 *
 * Guards invariants 2 and 3: a file that cannot be used is left as it is until a person repairs or removes it. Until
 * then the program keeps its state in memory, and `isDamaged`: no rule allows, no capability is accepted, nobody has a
 * key. The file holds arguments that are not redacted, so only its owner can read it, and deleted rows are overwritten.
 */
import path from 'node:path'
import { StoreLockedError } from '../gateway/ports/stores.js'
import { createPrivately, type Database, inTransaction, isBusy, openDatabase, wait } from './sqlite.js'
import { stateSchema, stateVersion } from './state-schema.js'

export const stateFile = 'state.sqlite'

const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA foreign_keys = ON;
`

type Statement = ReturnType<Database['prepare']>

export class StateDatabase {
  /** The file of the profile cannot be used: whoever decides by its rows must fail closed. */
  readonly isDamaged: boolean
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()

  private constructor(database: Database, isDamaged: boolean) {
    this.#database = database
    this.isDamaged = isDamaged
  }

  /**
   * Opens or creates the file of a profile. Statements wait for another program until `serve`.
   *
   * @throws Error when it cannot be used; it is unchanged then
   */
  static open(profile: string): StateDatabase {
    const file = path.join(profile, stateFile)
    createPrivately(file)
    return new StateDatabase(openDatabase(file, settings, 'alone', createTables), false)
  }

  static inMemory(isDamaged = false): StateDatabase {
    return new StateDatabase(openDatabase(':memory:', settings, 'starting', createTables), isDamaged)
  }

  /** Prepared once: a store runs the same few statements all the time. */
  prepare(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** Everything is written or nothing. Writes are on disk when they return. @throws what `work` throws */
  together<T>(work: () => T): T {
    return inTransaction(this.#database, work)
  }

  /** @throws StoreLockedError when another program holds the file, else what `work` throws */
  unlessLocked<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw isBusy(error) ? new StoreLockedError('Another program holds the file.', { cause: error }) : error
    }
  }

  /** A power failure may lose what `work` writes. @throws what `work` throws */
  soon<T>(work: () => T): T {
    this.#database.exec('PRAGMA synchronous = NORMAL')
    try {
      return work()
    } finally {
      this.#database.exec('PRAGMA synchronous = FULL')
    }
  }

  /** From now on others are served: no statement waits. */
  serve(): void {
    wait(this.#database, 0)
  }

  close(): void {
    this.#database.close()
  }
}

/** @throws Error when it cannot be used */
function createTables(database: Database): void {
  if (versionOf(database) === 0) {
    inTransaction(database, () => {
      // Another program may have created them meanwhile.
      if (versionOf(database) === 0) database.exec(`${stateSchema} PRAGMA user_version = ${stateVersion}`)
    })
  }
  if (versionOf(database) !== stateVersion) throw new Error('The file belongs to another version of the program.')
}

const versionOf = (database: Database): unknown => database.prepare('PRAGMA user_version').get()?.user_version
