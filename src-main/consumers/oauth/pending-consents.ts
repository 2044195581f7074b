/**
 * Pending consents: browsers that wait for the person's decision in Gatehouse.
 *
 * Enforces invariant 6: nothing sent over HTTP decides the request. The result is fetched once, from an unguessable
 * address known only to this browser.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { ConsentPrompt, ConsentRequest, OAuthKeys } from '../../gateway/ports/oauth.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { destinationOf } from '../../policy/rights/redirect-uri.js'
import { type AuthoriseRequest, withResponse } from './authorise-request.js'
import type { OAuthLibrary } from './oauth-library.js'

export interface PendingConsent {
  readonly id: string
  readonly claimedName: string
  readonly returnsTo: string
  /** Shown here and in Gatehouse. */
  readonly code: string
  /** The redirect once there is a decision. */
  readonly location: Promise<string>
}

export interface PendingConsentsOptions {
  readonly keys: OAuthKeys
  readonly consents: ConsentPrompt
  readonly library: OAuthLibrary
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds until a decision must be fetched: the lifetime of a code. */
const fetchWithinMs = 60_000

/** Letters and digits that are not confused with one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const matchingCode = (): string => {
  const part = () => Array.from({ length: 3 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}

export class PendingConsents {
  readonly #options: PendingConsentsOptions
  /** Keyed by the address that the browser polls. */
  readonly #waits = new Map<string, PendingConsent & { readonly key: string; withdraw(): void }>()

  constructor(options: PendingConsentsOptions) {
    this.#options = options
  }

  /**
   * Requests a person's decision. Reloading the page withdraws its earlier request, because a decision belongs to the
   * page that shows its code.
   */
  begin(request: AuthoriseRequest, issuer: string): PendingConsent {
    const { registration, redirectUri, parameters } = request
    const key = JSON.stringify([...parameters].sort())
    for (const [before, wait] of this.#waits) if (wait.key === key) this.forget(before)
    const known = this.#options.keys.clientOf(registration.id)
    const shown = { claimedName: registration.name, returnsTo: destinationOf(redirectUri), code: matchingCode() }
    const question: ConsentRequest = { ...shown, ...(known && { known }) }
    const id = randomBytes(16).toString('base64url')
    const withdrawing = new AbortController()
    const location = this.#locationOf(request, issuer, question, withdrawing.signal)
    const wait = { ...shown, id, key, location, withdraw: () => withdrawing.abort() }
    this.#waits.set(id, wait)
    void location.then(() => this.#options.clock.after(fetchWithinMs, () => this.#waits.delete(id)))
    return wait
  }

  find(id: string): PendingConsent | undefined {
    return this.#waits.get(id)
  }

  /** Removes a decision that was fetched or is no longer needed. */
  forget(id: string): void {
    this.#waits.get(id)?.withdraw()
    this.#waits.delete(id)
  }

  /** Never rejects. */
  async #locationOf(
    request: AuthoriseRequest,
    issuer: string,
    question: ConsentRequest,
    withdrawn: AbortSignal,
  ): Promise<string> {
    const { keys, consents, library, log } = this.#options
    const { registration, redirectUri, state, parameters } = request
    try {
      const answer = await consents.ask(question, withdrawn)
      if (answer.outcome !== 'accepted') {
        const why = answer.outcome === 'expired' ? 'Nobody answered in time.' : 'A person denied the request.'
        return withResponse(redirectUri, issuer, { error: 'access_denied', error_description: why, state })
      }
      // The registration may have ended while the request was open.
      if (!keys.find(registration.id)) throw new Error('the registration has ended')
      return withResponse(await library.issueCode(parameters, keys.admit(registration, answer.role)), issuer, {})
    } catch (error) {
      log.error('a program that was let in could not be given a code', { error: `${error}` })
      return withResponse(redirectUri, issuer, { error: 'server_error', error_description: 'See the log.', state })
    }
  }
}
