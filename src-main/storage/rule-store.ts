/**
 * Rule store: approval rules made by people.
 *
 * Guards invariant 3: a rule is invalid when its schema does not match its facts, or when it allows and does not say
 * which arguments. Guards invariant 2: an unreadable rule may be a denial, so a store with an invalid row, or one whose
 * file cannot be used, reports that it is damaged; the latter accepts no rules.
 */
import { hasStatedCoverage, type Rule, type Rules } from '@shared/approvals/rule.js'
import { ruleSchema } from '@shared/approvals/rule-schema.js'
import type { Ajv, ValidateFunction } from 'ajv'
import type { Log } from '../gateway/ports/runtime.js'
import type { RuleStore } from '../gateway/ports/stores.js'
import { isSchemaOf } from '../policy/rules/coverage-schema.js'
import { type StateDatabase, stateFile } from './state-database.js'
import { parseJson } from './state-schema.js'

export type IsRule = (value: unknown) => value is Rule

export function ruleStoreIn(state: StateDatabase, isRule: IsRule, log: Log): RuleStore {
  const expectUsable = (): void => {
    if (state.isDamaged) throw new Error('The rules cannot be written.')
  }
  return {
    read() {
      if (state.isDamaged) return { rules: [], damaged: true }
      let found: Rules = { rules: [], damaged: true }
      let reason: { readonly error?: string } = {}
      try {
        found = rulesIn(state, isRule)
      } catch (error) {
        reason = { error: `${error}` }
      }
      if (found.damaged) {
        log.error('rules cannot be read: everything is asked until the file is repaired', {
          file: stateFile,
          ...reason,
        })
      }
      return found
    },
    write(rule, durability = 'now') {
      expectUsable()
      const insert = () =>
        void state.prepare('INSERT OR REPLACE INTO rule VALUES (?, ?)').run(rule.id, JSON.stringify(rule))
      if (durability === 'now') insert()
      else state.soon(insert)
    },
    remove(id) {
      expectUsable()
      state.prepare('DELETE FROM rule WHERE id = ?').run(id)
    },
  }
}

/** Compiled on first use: most profiles have no rules. */
export function ruleCheck(ajv: Ajv): IsRule {
  let check: ValidateFunction<Rule> | undefined
  return (value): value is Rule => {
    check ??= ajv.compile<Rule>(ruleSchema)
    return check(value)
  }
}

function rulesIn(state: StateDatabase, isRule: IsRule): Rules {
  const rows = state.prepare('SELECT id, body FROM rule').all()
  const rules = rows.flatMap(({ id, body }) => {
    const rule = parseJson(body)
    return isRule(rule) && rule.id === id && hasStatedCoverage(rule) && enforcesItsFacts(rule) ? [rule] : []
  })
  return { rules, damaged: rules.length < rows.length }
}

/** Whether the rule's description for people matches the enforced schema. */
const enforcesItsFacts = ({ what }: Rule): boolean =>
  what === undefined || what.id === 'any' || isSchemaOf(what.schema, what.facts)
