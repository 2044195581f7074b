/** Orders and events for requests for approval, rules, input of services, pauses, practice and approval in the game. */

import type { AnswerScope, ApprovalId, OpenApproval } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { type GameApproval, playerLinkLimits } from '@shared/approvals/game-approval.js'
import { maxInputLength } from '@shared/approvals/input-form.js'
import type { InputSubmission, OpenInputRequest } from '@shared/approvals/input-request.js'
import { type PanicState, pauseMinutes } from '@shared/approvals/panic.js'
import type { PracticeOutcome } from '@shared/approvals/practice.js'
import type { Rule, RuleChange, RuleId } from '@shared/approvals/rule.js'
import { durationSchema, newRuleSchema, ruleChangeSchema, whatSchema } from '@shared/approvals/rule-schema.js'
import {
  anyOf,
  as,
  flag,
  id,
  integer,
  list,
  nothing,
  number,
  object,
  offered,
  oneOf,
  only,
  record,
  text,
  typed,
} from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'
import type { ApprovalResult, ClosedApproval, NewRule, PanicKeys, RecordedApproval, RulePage } from './shapes.js'

const ruleId = text<RuleId>({ minLength: 1, maxLength: 256 })
const approvalId = text<ApprovalId>({ minLength: 1, maxLength: 256 })
const ids = list(approvalId, { minItems: 1, maxItems: 100, uniqueItems: true })
const decision = oneOf(['approve', 'deny'])
const scope = {
  duration: as<AnswerScope['duration']>(durationSchema),
  what: as<AnswerScope['what']>(whatSchema),
}
/** Also an option of the service, or what it entered in the field before. */
const inputText = offered({ maxLength: maxInputLength })
const inputAnswer = as<InputSubmission>(
  object(
    { action: oneOf(['accept', 'decline', 'cancel']) },
    {
      values: record(anyOf(inputText, number(), flag, list(inputText, { maxItems: 256 })), {
        maxProperties: 64,
        propertyNames: offered({}),
      }),
    },
  ),
)

const newRule = as<NewRule>({
  ...newRuleSchema,
  properties: {
    ...newRuleSchema.properties,
    client: object({ id, name: offered({ maxLength: 256 }) }, { claimed: only(true) }),
    server: id,
  },
})

export const approvalsOrders = {
  'approvals:list': { by: ['window', 'pop-up'], takes: nothing, returns: of<readonly OpenApproval[]>() },
  /** Newest first; `all` with those that are over. */
  'approvals:recorded': {
    by: ['command-line'],
    takes: object({ all: flag, limit: integer({ minimum: 1, maximum: 10_000 }) }),
    returns: of<readonly RecordedApproval[]>(),
  },
  /** The defaults are `once` and `exactly`; `typed` is needed when the request has `mustType`. */
  'approvals:decide': {
    by: ['window', 'pop-up', 'stdin'],
    takes: object({ id: approvalId, decision }, { ...scope, typed }),
    returns: of<null>(),
  },
  /** Answers several requests, each separately; critical requests cannot be approved in this way. */
  'approvals:decideMany': {
    by: ['pop-up'],
    takes: object({ ids, decision }, scope),
    returns: of<readonly ApprovalResult[]>(),
  },
  /** Pauses the countdown while a person reads the request, up to a limit. */
  'approvals:hold': { by: ['pop-up'], takes: object({ id: approvalId }), returns: of<null>() },
  'approvals:release': { by: ['pop-up'], takes: object({ id: approvalId }), returns: of<null>() },
  /** Brings the pop-up with this request to the front. */
  'approvals:show': { by: ['window'], takes: object({ id: approvalId }), returns: of<null>() },
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
  'inputs:list': { by: ['window', 'pop-up'], takes: nothing, returns: of<readonly OpenInputRequest[]>() },
  /** Brings the pop-up with this input request to the front. */
  'inputs:show': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'inputs:answer': { by: ['window', 'pop-up'], takes: object({ id, answer: inputAnswer }), returns: of<null>() },
  /** Simulates an AI client in the demo world; responds when its request was answered. */
  'practice:play': { by: ['window'], takes: nothing, returns: of<PracticeOutcome>() },
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
  /** The owner's own player, who answers requests in the game. */
  'game-approval:state': { by: ['window'], takes: nothing, returns: of<GameApproval>() },
  /** Begins to link a player, which is completed when they type the code in the game. */
  'game-approval:link': {
    by: ['window'],
    takes: object(
      {
        server: id,
        player: text({ minLength: 1, maxLength: playerLinkLimits.player }),
      },
      { word: text({ minLength: 1, maxLength: playerLinkLimits.word }) },
    ),
    returns: of<null>(),
  },
  'game-approval:cancel-link': { by: ['window'], takes: nothing, returns: of<null>() },
  'game-approval:unlink': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Continues after too many wrong codes. */
  'game-approval:resume': { by: ['window'], takes: nothing, returns: of<null>() },
  /** The unredacted request, while a person holds down a button. The only response that is never redacted. */
  'approvals:reveal': { by: ['pop-up'], takes: object({ id: approvalId }), returns: of<OpenApproval>() },
} satisfies OrderTable

export const approvalsEvents = {
  'approvals:opened': { to: ['stdin'], carries: of<OpenApproval>() },
  'approvals:closed': { to: ['window', 'pop-up', 'stdin'], carries: of<ClosedApproval>() },
  'approvals:changed': { to: ['window', 'pop-up'], carries: of<readonly OpenApproval[]>() },
  'inputs:changed': { to: ['window', 'pop-up'], carries: of<readonly OpenInputRequest[]>() },
  /** The number of rules, and whether some cannot be read. */
  'rules:changed': { to: ['window'], carries: of<{ readonly count: number; readonly damaged: boolean }>() },
  'asking:changed': { to: ['window', 'stdin'], carries: of<readonly AskingPause[]>() },
  'panic:stopped': { to: ['stdin'], carries: of<PanicState>() },
  'panic:changed': { to: ['window'], carries: of<PanicState & { readonly keys: PanicKeys }>() },
  'game-approval:changed': { to: ['window'], carries: of<GameApproval>() },
} satisfies EventTable
