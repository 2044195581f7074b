/**
 * Rules, for the window: the standing answers of people, read in pages, made, narrowed and removed.
 *
 * Guards invariant 6: the main window alone, and nothing that allows is made or widened here.
 */
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { RuleBook } from '../../gateway/rule-book.js'
import type { Result } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers, Sender } from '../typed-ipc.js'
import { desktop } from './approvals.js'

type Topic = 'rules:list' | 'rules:create' | 'rules:edit' | 'rules:remove' | 'rules:restore'

const pageSize = 100

export function ruleHandlers(book: RuleBook): Pick<Handlers, Topic> {
  function answer<T>(sender: Sender, act: () => T): Result<T> {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      return ok(act())
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  }

  return {
    'rules:list': ({ limit = pageSize, cursor }, sender) =>
      answer(sender, () => {
        const { rules, damaged } = book.list()
        const from = cursor === undefined ? 0 : rules.findIndex(({ id }) => id === cursor)
        const page = from < 0 ? [] : rules.slice(from, from + limit)
        const next = from < 0 ? undefined : rules[from + limit]?.id
        return { rules: page, damaged, ...(next !== undefined && { next }) }
      }),
    'rules:create': (terms, sender) => answer(sender, () => book.create({ ...terms, maxRisk: 'critical' }, desktop)),
    'rules:edit': ({ id, change }, sender) => answer(sender, () => book.edit(id, change, desktop)),
    'rules:remove': ({ id }, sender) =>
      answer(sender, () => {
        book.remove(id, desktop)
        return null
      }),
    'rules:restore': ({ id }, sender) => answer(sender, () => book.restore(id, desktop)),
  }
}
