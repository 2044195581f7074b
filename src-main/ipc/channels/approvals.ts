/** Channels about requests for approval, rules, input of services, pauses, practice and approval in the game. */

import type { AnswerScope, ApprovalId, OpenApproval } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { type GameApproval, playerLinkLimits } from '@shared/approvals/game-approval.js'
import { maxInputLength } from '@shared/approvals/input-form.js'
import type { InputSubmission, OpenInputRequest } from '@shared/approvals/input-request.js'
import { type PanicState, pauseMinutes } from '@shared/approvals/panic.js'
import type { PracticeOutcome } from '@shared/approvals/practice.js'
import type { Rule, RuleChange, RuleId } from '@shared/approvals/rule.js'
import { durationSchema, newRuleSchema, ruleChangeSchema, whatSchema } from '@shared/approvals/rule-schema.js'
import { as, flag, id, integer, list, nothing, object, oneOf, only, record, text, typed } from '../payload-schema.js'
import type { ApprovalResult, NewRule, PanicKeys, RulePage } from '../shapes.js'
import { of, type PushTable, type RequestTable } from '../table.js'

const ruleId = text<RuleId>({ minLength: 1, maxLength: 256 })
const approvalId = text<ApprovalId>({ minLength: 1, maxLength: 256 })
const ids = list(approvalId, { minItems: 1, maxItems: 100, uniqueItems: true })
const decision = oneOf(['approve', 'deny'])
/** How long an answer lasts, and what it covers. */
const scope = {
  duration: as<AnswerScope['duration']>(durationSchema),
  what: as<AnswerScope['what']>(whatSchema),
}
const inputText = text({ maxLength: maxInputLength })
const inputAnswer = as<InputSubmission>(
  object(
    { action: oneOf(['accept', 'decline', 'cancel']) },
    {
      values: record(
        as<unknown>({ anyOf: [inputText, { type: 'number' }, flag, list(inputText, { maxItems: 256 })] }),
        { maxProperties: 64 },
      ),
    },
  ),
)

export const approvalsRequests = {
  'approvals:list': { page: 'both', takes: nothing, returns: of<readonly OpenApproval[]>() },
  /** `once` and `exactly` when left out; `typed` where the request says what must be. */
  'approvals:decide': {
    page: 'both',
    takes: object({ id: approvalId, decision }, { ...scope, typed }),
    returns: of<null>(),
  },
  /** The same answer to several; nothing critical is approved so, and each counts by itself. */
  'approvals:decideMany': {
    page: 'pop-up',
    takes: object({ ids, decision }, scope),
    returns: of<readonly ApprovalResult[]>(),
  },
  /** A person reads it: the countdown stands still, within bounds. */
  'approvals:hold': { page: 'pop-up', takes: object({ id: approvalId }), returns: of<null>() },
  'approvals:release': { page: 'pop-up', takes: object({ id: approvalId }), returns: of<null>() },
  /** Brings the pop-up with this question to the front. */
  'approvals:show': { page: 'window', takes: object({ id: approvalId }), returns: of<null>() },
  /** Standing answers. `cursor`: `next` of the page before. */
  'rules:list': {
    page: 'window',
    takes: object({}, { limit: integer({ minimum: 1, maximum: 500 }), cursor: ruleId }),
    returns: of<RulePage>(),
  },
  'rules:create': { page: 'window', takes: as<NewRule>(newRuleSchema), returns: of<Rule>() },
  'rules:edit': {
    page: 'window',
    takes: object({ id: ruleId, change: as<RuleChange>(ruleChangeSchema) }),
    returns: of<Rule>(),
  },
  'rules:remove': { page: 'window', takes: object({ id: ruleId }), returns: of<null>() },
  /** What was removed within the last minute comes back as it was. */
  'rules:restore': { page: 'window', takes: object({ id: ruleId }), returns: of<Rule>() },
  /** The owner has read that rules of an earlier version cover any arguments. */
  /** What services ask a person for. */
  'inputs:list': { page: 'both', takes: nothing, returns: of<readonly OpenInputRequest[]>() },
  /** Brings the pop-up with this one to the front. */
  'inputs:show': { page: 'window', takes: object({ id }), returns: of<null>() },
  'inputs:answer': { page: 'both', takes: object({ id, answer: inputAnswer }), returns: of<null>() },
  /** Plays an AI client in the demo world; answers when the question was. */
  'practice:play': { page: 'window', takes: nothing, returns: of<PracticeOutcome>() },
  /** Programs that were denied several times and ask nothing for a while, the newest first. */
  'asking:pauses': { page: 'window', takes: nothing, returns: of<readonly AskingPause[]>() },
  /** Ends the pause of one; `client` is the id of its key, or of the group without one. */
  'asking:resume': { page: 'window', takes: object({ client: id }), returns: of<null>() },
  'panic:state': { page: 'window', takes: nothing, returns: of<PanicState & { readonly keys: PanicKeys }>() },
  /** Stops everything. */
  'panic:on': { page: 'window', takes: nothing, returns: of<null>() },
  /** Lets actions run again, once the person has confirmed it. */
  'panic:off': { page: 'window', takes: object({ confirmed: only(true) }), returns: of<null>() },
  /** Stops everything for so many minutes, or until a person ends it. */
  'panic:pause': { page: 'window', takes: object({}, { minutes: oneOf<number>(pauseMinutes) }), returns: of<null>() },
  /** Ends a pause, and nothing that is more than one. */
  'panic:end-pause': { page: 'window', takes: nothing, returns: of<null>() },
  /** The owner's own player, who answers requests in the game. */
  'game-approval:state': { page: 'window', takes: nothing, returns: of<GameApproval>() },
  /** Begins to link a player; they are linked when they type the code in the game. */
  'game-approval:link': {
    page: 'window',
    takes: object({
      server: text({ minLength: 1, maxLength: 256 }),
      player: text({ minLength: 1, maxLength: playerLinkLimits.player }),
    }),
    returns: of<null>(),
  },
  'game-approval:cancel-link': { page: 'window', takes: nothing, returns: of<null>() },
  'game-approval:unlink': { page: 'window', takes: nothing, returns: of<null>() },
  /** Continues after too many wrong codes. */
  'game-approval:resume': { page: 'window', takes: nothing, returns: of<null>() },
  /** The unredacted question, while a person holds a button down. The only response that is never redacted. */
  'approvals:reveal': { page: 'pop-up', takes: object({ id: approvalId }), returns: of<OpenApproval>() },
} satisfies RequestTable

export const approvalsPushes = {
  'approvals:changed': { page: 'both', carries: of<readonly OpenApproval[]>() },
  'inputs:changed': { page: 'both', carries: of<readonly OpenInputRequest[]>() },
  /** How many rules there are now, and whether some cannot be read. */
  'rules:changed': { page: 'window', carries: of<{ readonly count: number; readonly damaged: boolean }>() },
  'asking:changed': { page: 'window', carries: of<readonly AskingPause[]>() },
  'panic:changed': { page: 'window', carries: of<PanicState & { readonly keys: PanicKeys }>() },
  'game-approval:changed': { page: 'window', carries: of<GameApproval>() },
} satisfies PushTable
