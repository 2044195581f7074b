/** Orders and events for requests for approval and their pop-up, input of services, practice and approval in the game. */

import type { AnswerScope, ApprovalId, OpenApproval } from '@shared/approvals/approval.js'
import { type GameApproval, playerLinkLimits } from '@shared/approvals/game-approval.js'
import { maxInputLength } from '@shared/approvals/input-form.js'
import type { InputSubmission, OpenInputRequest } from '@shared/approvals/input-request.js'
import type { PracticeOutcome } from '@shared/approvals/practice.js'
import { durationSchema, whatSchema } from '@shared/approvals/rule-schema.js'
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
import type { ApprovalResult, ClosedApproval, RecordedApproval } from './shapes.js'

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

export const approvalsOrders = {
  'approvals:list': { by: ['window', 'pop-up'], takes: nothing, returns: of<readonly OpenApproval[]>() },
  /** Newest first; `all` with those that are over. */
  'approvals:recorded': {
    by: ['command-line'],
    takes: object({ all: flag, limit: integer({ minimum: 1, maximum: 10_000 }) }),
    returns: of<readonly RecordedApproval[]>(),
  },
  /** The window only denies. The defaults are `once` and `exactly`; `typed` is needed when the request has `mustType`. */
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
  'inputs:list': { by: ['window', 'pop-up'], takes: nothing, returns: of<readonly OpenInputRequest[]>() },
  /** Brings the pop-up with this input request to the front. */
  'inputs:show': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'inputs:answer': { by: ['window', 'pop-up'], takes: object({ id, answer: inputAnswer }), returns: of<null>() },
  /** Simulates an AI client in the demo world; responds when its request was answered. */
  'practice:play': { by: ['window'], takes: nothing, returns: of<PracticeOutcome>() },
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
  /** The pop-up reports which request is visible, and which others are visible with it. */
  'pop-up:shown': {
    by: ['pop-up'],
    takes: object({ id: approvalId }, { others: ids }),
    returns: of<null>(),
  },
  /** The pop-up reports the height of its content, in CSS pixels, and whether it is as wide as a picture needs. */
  'pop-up:resize': {
    by: ['pop-up'],
    takes: object({ height: number({ minimum: 1, maximum: 4_000 }) }, { wide: only(true) }),
    returns: of<null>(),
  },
} satisfies OrderTable

export const approvalsEvents = {
  'approvals:opened': { to: ['stdin'], carries: of<OpenApproval>() },
  'approvals:closed': { to: ['window', 'pop-up', 'stdin'], carries: of<ClosedApproval>() },
  'approvals:changed': { to: ['window', 'pop-up'], carries: of<readonly OpenApproval[]>() },
  'inputs:changed': { to: ['window', 'pop-up'], carries: of<readonly OpenInputRequest[]>() },
  'game-approval:changed': { to: ['window'], carries: of<GameApproval>() },
  'pop-up:show': { to: ['pop-up'], carries: of<{ readonly id: ApprovalId }>() },
} satisfies EventTable
