/**
 * Consent waits: browsers that stand before the page until a person has answered in Gatehouse.
 *
 * Guards invariant 6: nothing that comes over HTTP answers the question. An answer is fetched once, by whoever has the
 * unguessable address that only this browser was told.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { ConsentAsker, ConsentQuestion, OAuthKeys } from '../../gateway/oauth-ports.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { destinationOf } from '../../policy/redirect-uri.js'
import { type AuthoriseRequest, withAnswer } from './authorise-request.js'
import type { OAuthLibrary } from './oauth-library.js'

export interface ConsentWait {
  readonly id: string
  readonly claimedName: string
  readonly returnsTo: string
  /** Shown here and in Gatehouse. */
  readonly code: string
  /** Where the browser goes once there is an answer. */
  readonly location: Promise<string>
}

export interface ConsentWaitsOptions {
  readonly keys: OAuthKeys
  readonly consents: ConsentAsker
  readonly library: OAuthLibrary
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds that an answer waits to be fetched: as long as a code counts. */
const fetchWithinMs = 60_000

/** Letters and digits that nobody takes for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const matchingCode = (): string => {
  const part = () => Array.from({ length: 3 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}

export class ConsentWaits {
  readonly #options: ConsentWaitsOptions
  /** By the address that the browser was told. */
  readonly #waits = new Map<string, ConsentWait & { readonly key: string; withdraw(): void }>()

  constructor(options: ConsentWaitsOptions) {
    this.#options = options
  }

  /**
   * Asks a person. A page that is loaded again takes its first question back: the answer to a question goes to the page
   * that shows its code, and to no other.
   */
  begin(request: AuthoriseRequest, issuer: string): ConsentWait {
    const { registration, redirectUri, parameters } = request
    const key = JSON.stringify([...parameters].sort())
    for (const [before, wait] of this.#waits) if (wait.key === key) this.forget(before)
    const known = this.#options.keys.clientOf(registration.id)
    const shown = { claimedName: registration.name, returnsTo: destinationOf(redirectUri), code: matchingCode() }
    const question: ConsentQuestion = { ...shown, ...(known && { known }) }
    const id = randomBytes(16).toString('base64url')
    const withdrawing = new AbortController()
    const location = this.#locationOf(request, issuer, question, withdrawing.signal)
    const wait = { ...shown, id, key, location, withdraw: () => withdrawing.abort() }
    this.#waits.set(id, wait)
    void location.then(() => this.#options.clock.after(fetchWithinMs, () => this.#waits.delete(id)))
    return wait
  }

  find(id: string): ConsentWait | undefined {
    return this.#waits.get(id)
  }

  /** The answer has been fetched, or nobody wants it any more. */
  forget(id: string): void {
    this.#waits.get(id)?.withdraw()
    this.#waits.delete(id)
  }

  /** Never rejects. */
  async #locationOf(
    request: AuthoriseRequest,
    issuer: string,
    question: ConsentQuestion,
    withdrawn: AbortSignal,
  ): Promise<string> {
    const { keys, consents, library, log } = this.#options
    const { registration, redirectUri, state, parameters } = request
    try {
      const answer = await consents.ask(question, withdrawn)
      if (answer.outcome !== 'accepted') {
        const why = answer.outcome === 'expired' ? 'Nobody answered in time.' : 'The person did not agree.'
        return withAnswer(redirectUri, issuer, { error: 'access_denied', error_description: why, state })
      }
      // The registration may have ended while the question was open.
      if (!keys.find(registration.id)) throw new Error('the registration has ended')
      return withAnswer(await library.issueCode(parameters, keys.admit(registration, answer.role)), issuer, {})
    } catch (error) {
      log.error('a program that was let in could not be given a code', { error: `${error}` })
      return withAnswer(redirectUri, issuer, { error: 'server_error', error_description: 'See the log.', state })
    }
  }
}
