/**
 * Input request: a service asks a person for input while it runs a call.
 *
 * Guards invariant 7: every text in it is the service's, cleaned and bounded, and shown as such. The input of a person
 * is neither logged nor stored in the trail.
 */
import type { Caller } from '@contract/call.js'
import type { PlainAddress } from '../text/plain-address.js'
import type { InputField, InputValues } from './input-form.js'

/** The messages to a model on behalf of a service, and their maximum cost. */
export interface ModelRequest {
  /** Name of the model that the chat uses. */
  readonly model: string
  readonly systemPrompt?: string
  /** The complete messages, oldest first. */
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
  readonly maxTokens: number
  /** Maximum cost in the owner's currency; absent when the model has no price. */
  readonly cost?: number
  /** Remaining budget of the chat today; absent without a budget. */
  readonly left?: number
}

export type InputContent =
  | { readonly kind: 'form'; readonly message: string; readonly fields: readonly InputField[] }
  | { readonly kind: 'url'; readonly message: string; readonly address: PlainAddress }
  | { readonly kind: 'model'; readonly request: ModelRequest }

export interface OpenInputRequest {
  readonly id: string
  readonly server: { readonly id: string; readonly name: string }
  /** Caller of the running call. */
  readonly caller: Caller
  readonly capabilityId: string
  /** Name of the capability from its manifest. */
  readonly capabilityName?: string
  readonly content: InputContent
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601; the request is cancelled then. */
  readonly expiresAt: string
}

/** `cancel`: a person dismissed it without an answer. */
export type InputSubmission =
  | { readonly action: 'accept'; readonly values?: InputValues }
  | { readonly action: 'decline' | 'cancel' }
