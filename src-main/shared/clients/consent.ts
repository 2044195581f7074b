/**
 * Consent: the question whether a program that came by OAuth may become a client.
 *
 * Guards invariant 7: everything in it that the program said of itself is called claimed, and is clean to show.
 */

import type { HeldRole } from './client.js'

export interface OpenConsent {
  readonly id: string
  /** What the program calls itself. Nobody has checked it. */
  readonly claimedName: string
  /** Where the browser goes with the answer: a host with its port, or the scheme of a program's own links. */
  readonly returnsTo: string
  /** Stands on the page of the browser too, so that a person sees which question belongs to which page. */
  readonly code: string
  /** Present when a person has let this program in before: the client that it is, and what it may be now. */
  readonly known?: { readonly name: string; readonly role: HeldRole }
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601; silence until then means no. */
  readonly expiresAt: string
}

export type ConsentDecision = 'accept' | 'decline'

export type ConsentOutcome = 'accepted' | 'declined' | 'expired'
