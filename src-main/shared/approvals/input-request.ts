/**
 * Input request: something that a service asks a person for while it runs a call.
 *
 * Guards invariant 7: every text in it is the service's, cleaned and bounded, and shown as such. What a person enters is
 * in no log and not in the trail.
 */
import type { Caller } from '@contract/call.js'
import type { PlainAddress } from '../text/plain-address.js'
import type { InputField, InputValues } from './input-form.js'

/** What a model would be asked on behalf of a service, and what that may cost. */
export interface ModelRequest {
  /** Name of the model that the chat uses. */
  readonly model: string
  readonly systemPrompt?: string
  /** Oldest first; every text of it, whole. */
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
  readonly maxTokens: number
  /** Of the owner's currency, at most; absent where the model has no price. */
  readonly cost?: number
  /** What is left of the chat's budget today; absent where there is none. */
  readonly left?: number
}

export type InputContent =
  | { readonly kind: 'form'; readonly message: string; readonly fields: readonly InputField[] }
  | { readonly kind: 'url'; readonly message: string; readonly address: PlainAddress }
  | { readonly kind: 'model'; readonly request: ModelRequest }

export interface OpenInputRequest {
  readonly id: string
  readonly server: { readonly id: string; readonly name: string }
  /** Who made the call. */
  readonly caller: Caller
  readonly capabilityId: string
  /** As its manifest names it. */
  readonly capabilityName?: string
  readonly content: InputContent
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601; silence until then cancels it. */
  readonly expiresAt: string
}

/** `cancel`: a person put it away without an answer. */
export type InputSubmission =
  | { readonly action: 'accept'; readonly values?: InputValues }
  | { readonly action: 'decline' | 'cancel' }
