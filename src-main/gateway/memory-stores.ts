/** Memory stores: approvals and rules that last as long as the program, for who has no disk for them. */
import type { Rule, RuleId } from '../contract/rule.js'
import { isOver } from '../policy/approval.js'
import type { ApprovalRecord, ApprovalStore, RuleStore } from './ports.js'

export function memoryApprovalStore(): ApprovalStore {
  const records = new Map<string, ApprovalRecord>()
  return {
    write: (record) => {
      if (isOver(record.state)) records.delete(record.id)
      else records.set(record.id, record)
    },
    unfinished: () => [...records.values()],
    close: () => {},
  }
}

/** @param damaged whether there was more, which is lost */
export function memoryRuleStore(damaged = false): RuleStore {
  const rules = new Map<RuleId, Rule>()
  return {
    read: () => ({ rules: [...rules.values()], damaged }),
    write: (rule) => void rules.set(rule.id, rule),
    remove: (id) => void rules.delete(id),
    close: () => {},
  }
}
