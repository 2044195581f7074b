/**
 * Rules, for the window: the standing answers of people, read in pages, made, narrowed and removed.
 *
 * Guards invariant 6: the main window alone, and nothing that allows is made or widened here.
 */
import { withoutSchema } from '../../contract/rule.js'
import type { RuleBook } from '../../gateway/rule-book.js'
import type { Handlers } from '../answer.js'
import { desktop } from './approvals.js'

type Topic = 'rules:list' | 'rules:create' | 'rules:edit' | 'rules:remove' | 'rules:restore' | 'rules:acknowledge'

const pageSize = 100

export function ruleHandlers(book: RuleBook): Pick<Handlers, Topic> {
  return {
    'rules:list': ({ limit = pageSize, cursor }) => {
      const { rules, damaged } = book.list()
      const from = cursor === undefined ? 0 : rules.findIndex(({ id }) => id === cursor)
      const page = from < 0 ? [] : rules.slice(from, from + limit)
      const next = from < 0 ? undefined : rules[from + limit]?.id
      const { broaderThanSaid } = book
      return { rules: page.map(withoutSchema), damaged, broaderThanSaid, ...(next !== undefined && { next }) }
    },
    'rules:create': (terms) => withoutSchema(book.create({ ...terms, maxRisk: 'critical' }, desktop)),
    'rules:edit': ({ id, change }) => withoutSchema(book.edit(id, change, desktop)),
    'rules:remove': ({ id }) => book.remove(id, desktop),
    'rules:restore': ({ id }) => withoutSchema(book.restore(id, desktop)),
    'rules:acknowledge': () => book.acknowledgeBroader(desktop),
  }
}
