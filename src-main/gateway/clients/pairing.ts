/**
 * Pairing: pairs one phone in four steps: offer, claim with secret and code, confirm at the computer, collect the key.
 *
 * Guards invariant 2: a timeout, too many wrong codes or a second use of the secret end the pairing.
 */
import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { PairingState } from '@shared/clients/phone.js'
import type { ClaimResult, PairingClaim } from '../ports/people.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds for each step: typing the code, confirming, collecting the key. */
export const pairingTimeoutMs = 120_000

/** Wrong codes before the offer ends: five tries guess one of a million codes once in 200,000 times. */
export const maxWrongCodes = 5

/** Without confusable characters. */
const letters = 'ACDEFHJKLMNPRTUVWXY3479'

type Phase =
  | { readonly kind: 'offered' }
  | { readonly kind: 'claimed'; readonly name: string; readonly check: string; readonly ticket: string }
  | { readonly kind: 'confirmed'; readonly ticket: string; readonly key: string }
  | { readonly kind: 'over' }

export class Pairing {
  readonly id = randomUUID()
  readonly secret = randomBytes(16).toString('base64url')
  readonly code = String(randomInt(1_000_000)).padStart(6, '0')
  readonly #clock: Clock
  readonly #onChange: () => void
  #phase: Phase = { kind: 'offered' }
  #wrongCodes = 0
  #endsAt = new Date(0)
  #until = 0
  #stopClock: () => void = () => {}

  /** @param onChange called after every change, expiry included */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
    this.#restart()
  }

  get endsAt(): Date {
    return this.#endsAt
  }

  get claim(): { readonly name: string; readonly check: string } | undefined {
    return this.#now.kind === 'claimed' ? { name: this.#now.name, check: this.#now.check } : undefined
  }

  /** Whether the pairing can be claimed, or waits for confirmation at the computer. */
  get isOpen(): boolean {
    return this.#now.kind === 'offered' || this.#now.kind === 'claimed'
  }

  /** @param isValidName whether a person may have this name */
  claimBy({ secret, code, name }: PairingClaim, isValidName: (name: string) => boolean): ClaimResult {
    if (!isSame(secret, this.secret)) return { ok: false, why: 'wrong-secret' }
    if (this.#now.kind !== 'offered') return { ok: false, why: 'nothing-offered' }
    if (!isSame(code, this.code)) {
      this.#wrongCodes += 1
      if (this.#wrongCodes >= maxWrongCodes) this.end()
      return { ok: false, why: 'wrong-code' }
    }
    if (!isValidName(name)) return { ok: false, why: 'bad-name' }
    const check = Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
    const ticket = randomBytes(32).toString('base64url')
    this.#become({ kind: 'claimed', name, check, ticket })
    return { ok: true, ticket, check }
  }

  /**
   * The person at the computer compared the check characters. Returns false when the pairing is not claimed, or has
   * ended.
   */
  confirm(key: string): boolean {
    const phase = this.#now
    if (phase.kind !== 'claimed') return false
    this.#become({ kind: 'confirmed', ticket: phase.ticket, key })
    return true
  }

  pairingStateOf(ticket: string): PairingState & { readonly key?: string } {
    const phase = this.#now
    if (phase.kind === 'claimed' && isSame(ticket, phase.ticket)) return { state: 'waiting', check: phase.check }
    if (phase.kind !== 'confirmed' || !isSame(ticket, phase.ticket)) return { state: 'ended' }
    this.end()
    return { state: 'paired', key: phase.key }
  }

  end(): void {
    this.#stopClock()
    if (this.#phase.kind === 'over') return
    this.#phase = { kind: 'over' }
    this.#onChange()
  }

  /** Enforces the deadline even where a timer fired late. */
  get #now(): Phase {
    if (this.#phase.kind !== 'over' && this.#clock.elapsed() >= this.#until) this.end()
    return this.#phase
  }

  #become(phase: Phase): void {
    this.#phase = phase
    this.#restart()
    this.#onChange()
  }

  #restart(): void {
    this.#stopClock()
    this.#until = this.#clock.elapsed() + pairingTimeoutMs
    this.#endsAt = new Date(this.#clock.now().getTime() + pairingTimeoutMs)
    this.#stopClock = this.#clock.after(pairingTimeoutMs, () => this.end())
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Comparison in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
