/**
 * Orders about requests: the answer to one, what a service asks for, the player who answers in the game, and practice.
 *
 * Guards invariant 6: a request is approved only where it was seen. The pop-up shows it long enough to be read; the
 * parent process of a headless program reads every line. Everybody else who may answer can only deny.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { GameApproval } from '@shared/approvals/game-approval.js'
import type { Approvals } from '../../gateway/approvals/approvals.js'
import type { InputRequests } from '../../gateway/approvals/input-requests.js'
import type { DecisionResult, SubmittedDecision } from '../../gateway/ports/approvers.js'
import type { Practice } from '../../gateway/practice.js'
import { mayAnswer as mayAnswerByRole } from '../../policy/approvals/role-rights.js'
import type { ScreensElsewhere } from '../screens-elsewhere.js'
import type { ApprovalResult, RecordedApproval } from '../table/shapes.js'
import type { Giver, OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface ApprovalScreen {
  show(id: string): void
  resize(height: number, isWide: boolean): void
  /** The page reports that these requests are visible. */
  shown(ids: readonly string[]): void
  /** Whether the request was visible long enough to be approved. */
  mayApprove(id: string): boolean
}

/** The requests as stored, also those that are over. */
export interface ApprovalRecords {
  recorded(which: { readonly all: boolean; readonly limit: number }): readonly RecordedApproval[]
}

/** @param screen the pop-up of this computer; what is shown on another computer does not count for it */
export function approvalOrders(
  approvals: Approvals,
  records: ApprovalRecords,
  screen?: ApprovalScreen,
  elsewhere?: Pick<ScreensElsewhere, 'shown'>,
): OrdersAbout<'approvals' | 'pop-up'> {
  const mayAnswer = (id: string, decision: SubmittedDecision['decision'], giver: Giver): boolean =>
    decision === 'deny' ||
    giver === 'stdin' ||
    isRemotePopUp(giver) ||
    (giver === 'pop-up' && screen?.mayApprove(id) === true)

  return {
    'approvals:list': () => approvals.open(),
    'approvals:recorded': (which) => records.recorded(which),
    'approvals:decide': (given, giver) => {
      const answered = mayAnswer(given.id, given.decision, giver)
        ? approvals.decideAsPerson({ ...given, person: personOf(giver) })
        : tooQuick()
      if (!answered.ok) throw answered.error
    },
    'approvals:decideMany': ({ ids, ...given }, giver) => {
      const read = ids.filter((id) => mayAnswer(id, given.decision, giver))
      const answers = new Map(
        approvals.answerMany(read, { ...given, person: personOf(giver) }).map((answered, at) => [read[at], answered]),
      )
      return ids.map((id) => approvalResultOf(id, answers.get(id) ?? tooQuick()))
    },
    'approvals:hold': ({ id }, giver) => {
      const asked = approvals.find(id)
      // Whoever may not answer a request does not stop its time either.
      if (asked && !mayAnswerByRole(personOf(giver), 'deny', asked)) throw new GatewayError('PERMISSION.DENIED')
      mustBeOpen(approvals.hold(id, personOf(giver)))
    },
    'approvals:release': ({ id }, giver) => mustBeOpen(approvals.release(id, personOf(giver))),
    'approvals:show': ({ id }) => {
      mustBeOpen(approvals.isOpen(id))
      screen?.show(id)
    },
    'approvals:reveal': ({ id }) => {
      const approval = approvals.find(id)
      if (!approval) throw new GatewayError('RISK.APPROVAL_CLOSED')
      return approval
    },
    'pop-up:shown': ({ id, others = [] }, giver) => {
      if (giver === 'pop-up') screen?.shown([id, ...others])
      if (typeof giver !== 'string') elsewhere?.shown(giver, [id, ...others])
      for (const one of [id, ...others]) approvals.shown(one, personOf(giver))
    },
    'pop-up:resize': ({ height, wide = false }) => screen?.resize(height, wide),
  }
}

/** Its reading time counts in `decision-check.ts`, from when it reported the request as visible. */
const isRemotePopUp = (giver: Giver): boolean => typeof giver !== 'string' && giver.page === 'pop-up'

const tooQuick = (): DecisionResult => ({ ok: false, error: new GatewayError('RISK.APPROVAL_TOO_QUICK') })

function mustBeOpen(isOpen: boolean): void {
  if (!isOpen) throw new GatewayError('RISK.APPROVAL_CLOSED')
}

const approvalResultOf = (id: string, answered: DecisionResult): ApprovalResult =>
  answered.ok ? { id } : { id, error: answered.error.toContract() }

export interface InputOrdersDependencies {
  readonly inputs: Pick<InputRequests, 'open' | 'isOpen' | 'answer'>
  readonly screen: Pick<ApprovalScreen, 'show' | 'mayApprove'>
  readonly elsewhere: Pick<ScreensElsewhere, 'mayApprove'>
  /** Opens an https address in the browser of the person at this computer; others open it themselves. */
  readonly openAddress: (href: string) => Promise<void>
}

export const inputOrders = ({
  inputs,
  screen,
  elsewhere,
  openAddress,
}: InputOrdersDependencies): OrdersAbout<'inputs'> => ({
  'inputs:list': () => inputs.open(),
  'inputs:show': ({ id }) => {
    if (!inputs.isOpen(id)) throw new GatewayError('RISK.APPROVAL_CLOSED')
    screen.show(id)
  },
  'inputs:answer': async ({ id, answer }, giver) => {
    if (answer.action !== 'accept') return inputs.answer(id, answer)
    const wasRead =
      typeof giver === 'string' ? giver === 'pop-up' && screen.mayApprove(id) : elsewhere.mayApprove(giver, id)
    if (!wasRead) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    const content = inputs.open().find((request) => request.id === id)?.content
    inputs.answer(id, answer)
    if (giver === 'pop-up' && content?.kind === 'url' && content.address.isHttps)
      await openAddress(content.address.href)
  },
})

export interface GameApprovalAccess {
  readonly state: GameApproval
  link(server: string, player: string, word: string | undefined, person: string): void
  cancelLink(): void
  unlink(): void
  resume(): void
}

export const gameApprovalOrders = (approver: GameApprovalAccess): OrdersAbout<'game-approval'> => ({
  'game-approval:state': () => approver.state,
  'game-approval:link': ({ server, player, word }, giver) => approver.link(server, player, word, personOf(giver).id),
  'game-approval:cancel-link': () => approver.cancelLink(),
  'game-approval:unlink': () => approver.unlink(),
  'game-approval:resume': () => approver.resume(),
})

export const practiceOrders = (practice: Pick<Practice, 'play'>): OrdersAbout<'practice'> => ({
  'practice:play': () => practice.play(),
})
