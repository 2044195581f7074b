/**
 * Consents: programs that came by OAuth and wait for a person to let them in.
 *
 * Guards invariant 2 (nobody there, silence and too many questions mean no) and invariant 6: `decide` is reachable only by
 * those that the composition root attaches; the OAuth route sees `ConsentAsker`.
 */
import { randomUUID } from 'node:crypto'
import type { HeldRole } from '../contract/client.js'
import type { ConsentDecision, ConsentOutcome, OpenConsent } from '../contract/consent.js'
import { type Bucket, take } from '../policy/rate.js'
import { Emitter } from './emitter.js'
import type { ConsentAnswer, ConsentAsker, ConsentQuestion } from './oauth-ports.js'
import type { Clock } from './ports.js'

/** Milliseconds that a question waits before the answer is no. */
export const consentPatienceMs = 120_000

/** Questions that may wait at once, and in an hour: more would only tire a person into a yes. */
export const mostConsents = { open: 3, perHour: 30 }

export interface ClosedConsent {
  readonly id: string
  readonly outcome: ConsentOutcome
}

interface Pending {
  readonly consent: OpenConsent
  settle(answer: ConsentAnswer): void
}

const no: ConsentAnswer = { outcome: 'declined' }

export class Consents implements ConsentAsker {
  readonly #clock: Clock
  readonly #isStopped: () => boolean
  readonly #pending = new Map<string, Pending>()
  #people = 0
  #asked: Bucket | undefined
  readonly #onDidOpen = new Emitter<OpenConsent>()
  readonly #onDidClose = new Emitter<ClosedConsent>()
  readonly onDidOpen = this.#onDidOpen.on
  readonly onDidClose = this.#onDidClose.on

  /** @param isStopped whether nothing new may be asked now */
  constructor(clock: Clock, isStopped = () => false) {
    this.#clock = clock
    this.#isStopped = isStopped
  }

  /** Says that one more person can be asked; returns the function that says they are gone. */
  attach(): () => void {
    this.#people += 1
    let attached = true
    return () => {
      if (!attached) return
      attached = false
      this.#people -= 1
      if (this.#people === 0) this.declineAll()
    }
  }

  /** The oldest first. */
  open(): OpenConsent[] {
    return [...this.#pending.values()].map(({ consent }) => consent)
  }

  ask(question: ConsentQuestion, withdrawn: AbortSignal): Promise<ConsentAnswer> {
    if (withdrawn.aborted || this.#isStopped() || this.#people === 0) return Promise.resolve(no)
    if (this.#pending.size >= mostConsents.open) return Promise.resolve(no)
    const { allowed, bucket } = take(
      { requests: mostConsents.perHour, period: 'hour' },
      this.#asked,
      this.#clock.elapsed(),
    )
    this.#asked = bucket
    if (!allowed) return Promise.resolve(no)
    const now = this.#clock.now().getTime()
    const consent: OpenConsent = {
      ...question,
      id: randomUUID(),
      askedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + consentPatienceMs).toISOString(),
    }
    return new Promise((resolve) => {
      const stopClock = this.#clock.after(consentPatienceMs, () => this.#close(consent.id, { outcome: 'expired' }))
      const onAbort = () => this.#close(consent.id, no)
      withdrawn.addEventListener('abort', onAbort)
      this.#pending.set(consent.id, {
        consent,
        settle: (answer) => {
          stopClock()
          withdrawn.removeEventListener('abort', onAbort)
          resolve(answer)
        },
      })
      this.#onDidOpen.emit(consent)
    })
  }

  /**
   * A person's answer. False when the question is no longer open; time is up even where a timer overslept it.
   *
   * @param role what the client is from now on; nothing changes for one that is known when it is left out
   */
  decide(id: string, decision: ConsentDecision, role?: HeldRole): boolean {
    const pending = this.#pending.get(id)
    if (!pending) return false
    if (this.#clock.now().getTime() >= Date.parse(pending.consent.expiresAt)) {
      this.#close(id, { outcome: 'expired' })
      return false
    }
    this.#close(id, decision === 'accept' ? { outcome: 'accepted', ...(role && { role }) } : no)
    return true
  }

  /** For a program that ends, a person who has gone, and a switch that stops everything. */
  declineAll(): void {
    for (const id of [...this.#pending.keys()]) this.#close(id, no)
  }

  #close(id: string, answer: ConsentAnswer): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    pending.settle(answer)
    this.#onDidClose.emit({ id, outcome: answer.outcome })
  }
}
