/**
 * Consent: the request of a program to become a client by OAuth.
 *
 * Guards invariant 7: everything that the program declares is named "claimed", and is cleaned for display.
 */

import type { HeldRole } from './client.js'

export interface OpenConsent {
  readonly id: string
  /** The unverified name that the program declares. */
  readonly claimedName: string
  /** The destination of the browser after the answer: a host with its port, or the scheme of a program. */
  readonly returnsTo: string
  /** A code that the browser page shows too, so that a person can match request and page. */
  readonly code: string
  /** Present when a person accepted this program before: its client name and its current role. */
  readonly known?: { readonly name: string; readonly role: HeldRole }
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601; the request is denied then. */
  readonly expiresAt: string
}

export type ConsentDecision = 'accept' | 'decline'

export type ConsentOutcome = 'accepted' | 'declined' | 'expired'
