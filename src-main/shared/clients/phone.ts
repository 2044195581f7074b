/** Phone: the data of a request for the page of a second person. Nothing more than they need to decide. */
import type { OpenApproval, Person } from '../approvals/approval.js'
import type { OwnCaller } from './own-callers.js'

export type PhoneQuestion = Pick<
  OpenApproval,
  | 'id'
  | 'capabilityId'
  | 'capabilityName'
  | 'arguments'
  | 'reason'
  | 'risk'
  | 'riskReason'
  | 'before'
  | 'undo'
  | 'needed'
  | 'agreed'
  | 'mustType'
  | 'offered'
> & {
  readonly server: string
  readonly caller: string
  /** Who asks is no client. */
  readonly own?: OwnCaller
  /** Keys in `words/` of what Gatehouse itself brings: said in the language of the page in place of the text here. */
  readonly ours: { readonly capability?: string; readonly riskReason?: string; readonly server?: string }
  /** A person gave the caller its name; what it calls itself otherwise. */
  readonly named: boolean
  /** Milliseconds until the answer is no. Clocks of two devices are never quite the same. */
  readonly leftMs: number
}

/** What the stream of the page sends each time that something changes. */
export interface PhoneUpdate {
  readonly me: Pick<Person, 'name'>
  readonly questions: readonly PhoneQuestion[]
}

/** How a pairing stands for the phone that typed its code. */
export type PairingState =
  | { readonly state: 'waiting'; readonly check: string }
  | { readonly state: 'paired' }
  | { readonly state: 'ended' }
