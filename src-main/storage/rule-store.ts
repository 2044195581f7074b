/**
 * Rule store: approval rules made by people, in SQLite.
 *
 * Guards invariant 3: a rule is invalid when its schema does not match its facts, or when it allows and does not say
 * which arguments. Guards invariant 2: an unreadable rule may be a denial, so a store with an invalid row, or one that
 * cannot be opened, reports that it is damaged. The file is left unchanged.
 */
import path from 'node:path'
import { hasStatedCoverage, type Rule, type RuleId, type Rules } from '@shared/approvals/rule.js'
import { ruleSchema } from '@shared/approvals/rule-schema.js'
import type { Ajv, ValidateFunction } from 'ajv'
import type { Durability } from '../gateway/ports/audit-log.js'
import type { Log } from '../gateway/ports/runtime.js'
import type { RuleStore } from '../gateway/ports/stores.js'
import { isSchemaOf } from '../policy/rules/coverage-schema.js'
import { parseJson } from './json-column.js'
import { createPrivately, type Database, openDatabase, openToRead } from './sqlite.js'

export const rulesFile = 'rules.sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS rule (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;
`

/** Opens or creates the store in a profile. Never throws: an unusable store is damaged and accepts no rules. */
export function openRuleStore(profile: string, ajv: Ajv, log: Log): RuleStore {
  const file = path.join(profile, rulesFile)
  let database: Database | undefined
  try {
    createPrivately(file)
    database = openDatabase(file, schema)
    return new SqliteRuleStore(database, file, ruleCheck(ajv), log)
  } catch (error) {
    database?.close()
    log.error('the rules cannot be read: everything is asked until their file is repaired or removed', {
      file,
      error: `${error}`,
    })
    return unusable
  }
}

/** The rules of a profile, read-only. @throws Error when they cannot be read */
export function readRules(profile: string, ajv: Ajv): Rules {
  const database = openToRead(path.join(profile, rulesFile), 'alone')
  try {
    return rulesIn(database, ruleCheck(ajv))
  } finally {
    database.close()
  }
}

/** Compiled on first use: most profiles have no rules. */
function ruleCheck(ajv: Ajv): (value: unknown) => value is Rule {
  let check: ValidateFunction<Rule> | undefined
  return (value): value is Rule => {
    check ??= ajv.compile<Rule>(ruleSchema)
    return check(value)
  }
}

const unusable: RuleStore = {
  read: () => ({ rules: [], damaged: true }),
  write: () => {
    throw new Error('The rules cannot be written.')
  },
  remove: () => {
    throw new Error('The rules cannot be written.')
  },
  close: () => {},
}

class SqliteRuleStore implements RuleStore {
  readonly #database: Database
  readonly #file: string
  readonly #isRule: (value: unknown) => value is Rule
  readonly #log: Log
  #synchronous: Durability = 'now'

  constructor(database: Database, file: string, isRule: (value: unknown) => value is Rule, log: Log) {
    this.#database = database
    this.#file = file
    this.#isRule = isRule
    this.#log = log
  }

  read(): Rules {
    let found: Rules
    try {
      found = rulesIn(this.#database, this.#isRule)
    } catch (error) {
      this.#log.error('the rules cannot be read', { file: this.#file, error: `${error}` })
      return { rules: [], damaged: true }
    }
    if (found.damaged) {
      this.#log.error('rules are broken: everything is asked until their file is repaired or removed', {
        file: this.#file,
      })
    }
    return found
  }

  write(rule: Rule, durability: Durability = 'now'): void {
    this.#setDurability(durability)
    this.#database.prepare('INSERT OR REPLACE INTO rule VALUES (?, ?)').run(rule.id, JSON.stringify(rule))
  }

  remove(id: RuleId): void {
    this.#setDurability('now')
    this.#database.prepare('DELETE FROM rule WHERE id = ?').run(id)
  }

  close(): void {
    this.#database.close()
  }

  #setDurability(durability: Durability): void {
    if (durability === this.#synchronous) return
    this.#database.exec(`PRAGMA synchronous = ${durability === 'now' ? 'FULL' : 'NORMAL'}`)
    this.#synchronous = durability
  }
}

function rulesIn(database: Database, isRule: (value: unknown) => value is Rule): Rules {
  const rows = database.prepare('SELECT id, body FROM rule').all()
  const rules = rows.flatMap(({ id, body }) => {
    const rule = parseJson(body)
    return isRule(rule) && rule.id === id && hasStatedCoverage(rule) && enforcesItsFacts(rule) ? [rule] : []
  })
  return { rules, damaged: rules.length < rows.length }
}

/** Whether the rule's description for people matches the enforced schema. */
const enforcesItsFacts = ({ what }: Rule): boolean =>
  what === undefined || what.id === 'any' || isSchemaOf(what.schema, what.facts)
