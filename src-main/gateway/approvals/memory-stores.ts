/** Memory stores: in-memory approvals, rules and waits of clients, used when there is no disk store. */
import type { Rule, RuleId } from '@shared/approvals/rule.js'
import { isOver } from '../../policy/approvals/approval.js'
import type { ApprovalRecord, ApprovalStore, LearnedWaits, RuleStore } from '../ports/stores.js'

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

/** @param damaged whether stored rules could not be read */
export function memoryRuleStore(damaged = false): RuleStore {
  const rules = new Map<RuleId, Rule>()
  return {
    read: () => ({ rules: [...rules.values()], damaged }),
    write: (rule) => void rules.set(rule.id, rule),
    remove: (id) => void rules.delete(id),
    close: () => {},
  }
}

export function memoryLearnedWaits(): LearnedWaits {
  const waits = new Map<string, number>()
  return {
    learnedWaitOf: (id) => waits.get(id),
    storeLearnedWait: (id, milliseconds) => void waits.set(id, milliseconds),
  }
}
