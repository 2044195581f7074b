/**
 * Consents: OAuth programs that wait for the consent of a person.
 *
 * Guards invariant 2 (no person, a timeout or too many requests mean a refusal) and invariant 6: only those attached by
 * the composition root reach `decide`; the OAuth route has only `ConsentPrompt`.
 */
import { randomUUID } from 'node:crypto'
import type { HeldRole } from '@shared/clients/client.js'
import type { ConsentDecision, ConsentOutcome, OpenConsent } from '@shared/clients/consent.js'
import { type Bucket, take } from '../../policy/limits/rate.js'
import { Emitter } from '../ports/emitter.js'
import type { ConsentPrompt, ConsentRequest, ConsentResult } from '../ports/oauth.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds before a request is declined. */
export const consentTimeoutMs = 120_000

/** Maximum open requests, and requests per hour: more would pressure a person into agreeing. */
export const maxConsents = { open: 3, perHour: 30 }

export interface ClosedConsent {
  readonly id: string
  readonly outcome: ConsentOutcome
}

interface Pending {
  readonly consent: OpenConsent
  settle(answer: ConsentResult): void
}

const declined: ConsentResult = { outcome: 'declined' }

export class Consents implements ConsentPrompt {
  readonly #clock: Clock
  readonly #isStopped: () => boolean
  readonly #pending = new Map<string, Pending>()
  #people = 0
  #bucket: Bucket | undefined
  readonly #onDidOpen = new Emitter<OpenConsent>()
  readonly #onDidClose = new Emitter<ClosedConsent>()
  readonly onDidOpen = this.#onDidOpen.on
  readonly onDidClose = this.#onDidClose.on

  /** @param isStopped whether new requests are refused now */
  constructor(clock: Clock, isStopped = () => false) {
    this.#clock = clock
    this.#isStopped = isStopped
  }

  /** Registers a person who can be asked; returns the function that removes them. */
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

  /** Oldest first. */
  open(): OpenConsent[] {
    return [...this.#pending.values()].map(({ consent }) => consent)
  }

  ask(question: ConsentRequest, withdrawn: AbortSignal): Promise<ConsentResult> {
    if (withdrawn.aborted || this.#isStopped() || this.#people === 0) return Promise.resolve(declined)
    if (this.#pending.size >= maxConsents.open) return Promise.resolve(declined)
    const { allowed, bucket } = take(
      { requests: maxConsents.perHour, period: 'hour' },
      this.#bucket,
      this.#clock.elapsed(),
    )
    this.#bucket = bucket
    if (!allowed) return Promise.resolve(declined)
    const now = this.#clock.now().getTime()
    const consent: OpenConsent = {
      ...question,
      id: randomUUID(),
      askedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + consentTimeoutMs).toISOString(),
    }
    return new Promise((resolve) => {
      const stopClock = this.#clock.after(consentTimeoutMs, () => this.#close(consent.id, { outcome: 'expired' }))
      const onAbort = () => this.#close(consent.id, declined)
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
   * A person's answer. False when the request is no longer open; the deadline applies even where a timer fired late.
   *
   * @param role the client's new role; when omitted, a known client keeps its role
   */
  decide(id: string, decision: ConsentDecision, role?: HeldRole): boolean {
    const pending = this.#pending.get(id)
    if (!pending) return false
    if (this.#clock.now().getTime() >= Date.parse(pending.consent.expiresAt)) {
      this.#close(id, { outcome: 'expired' })
      return false
    }
    this.#close(id, decision === 'accept' ? { outcome: 'accepted', ...(role && { role }) } : declined)
    return true
  }

  /** Used at program end, when the person leaves, and when everything is stopped. */
  declineAll(): void {
    for (const id of [...this.#pending.keys()]) this.#close(id, declined)
  }

  #close(id: string, answer: ConsentResult): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    pending.settle(answer)
    this.#onDidClose.emit({ id, outcome: answer.outcome })
  }
}
