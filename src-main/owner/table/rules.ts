/** Orders and events for rules, the pause of an AI client that asks too much, and stopping or pausing everything. */

import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { type PanicState, pauseMinutes } from '@shared/approvals/panic.js'
import type { Rule, RuleChange, RuleId } from '@shared/approvals/rule.js'
import { newRuleSchema, ruleChangeSchema } from '@shared/approvals/rule-schema.js'
import { as, id, integer, nothing, object, offered, oneOf, only, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'
import type { NewRule, PanicKeys, RulePage } from './shapes.js'

const ruleId = text<RuleId>({ minLength: 1, maxLength: 256 })

const newRule = as<NewRule>({
  ...newRuleSchema,
  properties: {
    ...newRuleSchema.properties,
    client: object({ id, name: offered({ maxLength: 256 }) }, { claimed: only(true) }),
    server: id,
  },
})

export const rulesOrders = {
  /** The stored rules. `cursor`: `next` of the previous page. */
  'rules:list': {
    by: ['window', 'command-line'],
    takes: object({}, { limit: integer({ minimum: 1, maximum: 500 }), cursor: ruleId }),
    returns: of<RulePage>(),
  },
  'rules:create': { by: ['window'], takes: newRule, returns: of<Rule>() },
  'rules:edit': {
    by: ['window'],
    takes: object({ id: ruleId, change: as<RuleChange>(ruleChangeSchema) }),
    returns: of<Rule>(),
  },
  'rules:remove': { by: ['window'], takes: object({ id: ruleId }), returns: of<null>() },
  /** Restores a rule that was removed within the last minute. */
  'rules:restore': { by: ['window'], takes: object({ id: ruleId }), returns: of<Rule>() },
  /** Programs whose requests are paused after several denials, the newest first. */
  'asking:pauses': { by: ['window'], takes: nothing, returns: of<readonly AskingPause[]>() },
  /** Ends a pause; `client` is the id of the key, or of the group without a key. */
  'asking:resume': { by: ['window', 'stdin'], takes: object({ client: id }), returns: of<null>() },
  'panic:state': { by: ['window'], takes: nothing, returns: of<PanicState & { readonly keys: PanicKeys }>() },
  'panic:on': { by: ['window', 'stdin'], takes: nothing, returns: of<null>() },
  /** Ends the stop, after a confirmation by the person. */
  'panic:off': { by: ['window', 'stdin'], takes: object({ confirmed: only(true) }), returns: of<null>() },
  /** Stops all calls for some minutes, or until a person ends it. */
  'panic:pause': { by: ['window'], takes: object({}, { minutes: oneOf<number>(pauseMinutes) }), returns: of<null>() },
  /** Ends a pause, but not a stop. */
  'panic:end-pause': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const rulesEvents = {
  /** The number of rules, and whether some cannot be read. */
  'rules:changed': { to: ['window'], carries: of<{ readonly count: number; readonly damaged: boolean }>() },
  'asking:changed': { to: ['window', 'stdin'], carries: of<readonly AskingPause[]>() },
  'panic:stopped': { to: ['stdin'], carries: of<PanicState>() },
  'panic:changed': { to: ['window'], carries: of<PanicState & { readonly keys: PanicKeys }>() },
} satisfies EventTable
