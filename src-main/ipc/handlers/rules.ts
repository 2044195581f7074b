/**
 * Rules, for the window: lists, creates, narrows and removes rules.
 *
 * Guards invariant 6: main window only, and no allow rule can be created or widened here.
 */
import { withoutSchema } from '@shared/approvals/rule.js'
import type { ApprovalRules } from '../../gateway/approvals/approval-rules.js'
import type { Handlers } from '../request-handling.js'
import { desktop } from './approvals.js'

type Topic = 'rules:list' | 'rules:create' | 'rules:edit' | 'rules:remove' | 'rules:restore'

const pageSize = 100

export function ruleHandlers(approvalRules: ApprovalRules): Pick<Handlers, Topic> {
  return {
    'rules:list': ({ limit = pageSize, cursor }) => {
      const { rules, damaged } = approvalRules.list()
      const from = cursor === undefined ? 0 : rules.findIndex(({ id }) => id === cursor)
      const page = from < 0 ? [] : rules.slice(from, from + limit)
      const next = from < 0 ? undefined : rules[from + limit]?.id
      return { rules: page.map(withoutSchema), damaged, ...(next !== undefined && { next }) }
    },
    'rules:create': (terms) => withoutSchema(approvalRules.create({ ...terms, maxRisk: 'critical' }, desktop)),
    'rules:edit': ({ id, change }) => withoutSchema(approvalRules.edit(id, change, desktop)),
    'rules:remove': ({ id }) => approvalRules.remove(id, desktop),
    'rules:restore': ({ id }) => withoutSchema(approvalRules.restore(id, desktop)),
  }
}
