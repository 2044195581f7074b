/** Phone: the data that the page of a second person gets: only what they need to decide. */
import type { OpenApproval, Person } from '../approvals/approval.js'
import type { BuildImages } from '../build/build-preview.js'
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
  | 'raisedBy'
  | 'builtIn'
  | 'readText'
  | 'before'
  | 'undo'
  | 'needed'
  | 'agreed'
  | 'mustType'
  | 'offered'
> & {
  readonly server: string
  readonly caller: string
  /** Present when the caller is not a client. */
  readonly own?: OwnCaller
  /** The server has the built-in name of the demo world, which the page translates. */
  readonly isDemoWorld: boolean
  /** Whether the owner assigned the name of the caller; otherwise the caller declared it. */
  readonly named: boolean
  /** Milliseconds until the request is denied; relative, because the clocks of two devices differ. */
  readonly leftMs: number
}

/** What a requested build would change, with pictures. */
export interface PhoneBuild extends BuildImages {
  readonly blocks: number
  readonly replaced: number
  /** Containers with items that would be replaced. */
  readonly containers: number
  /** Names of players inside. */
  readonly players: readonly string[]
  readonly isAllKnown: boolean
}

/** An update on the event stream of the page. */
export interface PhoneUpdate {
  readonly me: Pick<Person, 'name'>
  readonly questions: readonly PhoneQuestion[]
}

/** The state of a pairing for the phone that typed its code. */
export type PairingState =
  | { readonly state: 'waiting'; readonly check: string }
  | { readonly state: 'paired' }
  | { readonly state: 'ended' }
