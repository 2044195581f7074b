/**
 * Orders about what may run without a question: rules, the pause of a program that asks too much, and the stop of
 * everything.
 *
 * Guards invariant 6: no AI client gives these, and no allow rule can be created or widened here.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { type Rules, withoutSchema } from '@shared/approvals/rule.js'
import type { ApprovalRules } from '../../gateway/approvals/approval-rules.js'
import type { AskingPauses } from '../../gateway/approvals/asking-pauses.js'
import type { Panic } from '../../gateway/panic.js'
import type { PanicKeys, RulePage } from '../table/shapes.js'
import type { Giver, OrdersAbout, Payload } from '../table/table.js'
import { personOf } from './giver.js'

const pageSize = 100

export const ruleOrders = (approvalRules: ApprovalRules): OrdersAbout<'rules'> => ({
  'rules:list': (query, giver) => pageOfRules(approvalRules.list(), query, giver),
  'rules:create': (terms, giver) =>
    withoutSchema(approvalRules.create({ ...terms, maxRisk: 'critical' }, personOf(giver))),
  'rules:edit': ({ id, change }, giver) => withoutSchema(approvalRules.edit(id, change, personOf(giver))),
  'rules:remove': ({ id }, giver) => approvalRules.remove(id, personOf(giver)),
  'rules:restore': ({ id }, giver) => withoutSchema(approvalRules.restore(id, personOf(giver))),
})

/** The window does not need the schemas of rules. */
export function pageOfRules(
  { rules, damaged }: Rules,
  { limit = pageSize, cursor }: Payload<'rules:list'>,
  giver: Giver,
): RulePage {
  const from = cursor === undefined ? 0 : rules.findIndex(({ id }) => id === cursor)
  const page = from < 0 ? [] : rules.slice(from, from + limit)
  const next = from < 0 ? undefined : rules[from + limit]?.id
  return {
    rules: giver === 'command-line' ? page : page.map(withoutSchema),
    damaged,
    ...(next !== undefined && { next }),
  }
}

export const askingOrders = (pauses: Pick<AskingPauses, 'all' | 'letAsk'>): OrdersAbout<'asking'> => ({
  'asking:pauses': () => pauses.all(),
  'asking:resume': ({ client }, giver) => {
    if (!pauses.letAsk(client, personOf(giver).name)) throw notPaused(client)
  },
})

/** The pause has expired or was already ended. */
const notPaused = (client: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This program is not paused.',
    suggestion: 'It can already ask.',
    details: { client },
  })

/** @param keys the shortcut of the stop; none without a desktop */
export const panicOrders = (
  panic: Pick<Panic, 'state' | 'turnOn' | 'turnOff' | 'pause' | 'endPause'>,
  keys: () => PanicKeys,
): OrdersAbout<'panic'> => ({
  'panic:state': () => ({ ...panic.state, keys: keys() }),
  'panic:on': (_payload, giver) => panic.turnOn(personOf(giver).name),
  'panic:off': (_payload, giver) => panic.turnOff(personOf(giver).name),
  'panic:pause': ({ minutes }, giver) => panic.pause(personOf(giver).name, minutes),
  'panic:end-pause': (_payload, giver) => panic.endPause(personOf(giver).name),
})
