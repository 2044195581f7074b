/** Action choice: what AI may do with one action of a server, as its owner says it. */
import type { RuleId } from '../approvals/rule.js'

/** `allow`: runs without a question. `ask`: a person answers first. `off`: never runs. From the mildest to the strictest. */
export const actionChoices = ['allow', 'ask', 'off'] as const
export type ActionChoice = (typeof actionChoices)[number]

/** What the owner orders: a choice that stays whatever else changes, or none, so that risk, posture and other rules decide. */
export const choiceOrders = [...actionChoices, 'usual'] as const
export type ChoiceOrder = (typeof choiceOrders)[number]

/** Why an action can never be allowed without a question. */
export type AllowLock = 'critical' | 'command'

/** A client for which an action is something else than for an AI with ordinary rights. */
export interface OtherChoice {
  readonly id: string
  /** Absent for programs without a key of their own. */
  readonly name?: string
  readonly choice: ActionChoice
}

export interface ActionStanding {
  readonly id: string
  /** What happens now, for an AI with ordinary rights. */
  readonly choice: ActionChoice
  /** What would happen without a choice of the owner: by risk, posture and other rules. */
  readonly usual: ActionChoice
  readonly locked?: AllowLock
  /** Allowed, but asks while the AI has read text of others. */
  readonly asksAfterText?: true
  /** A rule that decides and was not chosen in this list. */
  readonly rule?: RuleId
  readonly others?: readonly OtherChoice[]
}

/** One action of a choice. The fingerprint of what the person saw, for an action that is new or has changed. */
export interface ChosenAction {
  readonly id: string
  readonly fingerprint?: string
}
