/**
 * Pairing: how one phone comes to be trusted: offered, claimed with secret and code, confirmed at the computer, collected.
 *
 * Guards invariant 2: silence, a wrong code too often and a second try with the same secret all end in nobody new.
 */
import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { PairingStanding } from '../contract/phone.js'
import type { Claimed, PairingClaim } from './people-ports.js'
import type { Clock } from './ports.js'

/** Milliseconds for each step: typing the code, confirming, collecting the key. */
export const pairingPatienceMs = 120_000

/** Wrong codes before the offer ends: of a million codes, five tries find one in 200 000 times. */
export const mostWrongCodes = 5

/** Without those that look like others. */
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

  /** @param onChange told of every step, the end by silence too */
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

  /** Somebody can still claim it, or has and waits for the person at the computer. */
  get isOpen(): boolean {
    return this.#now.kind === 'offered' || this.#now.kind === 'claimed'
  }

  /** @param isName whether somebody may be called that */
  claimBy({ secret, code, name }: PairingClaim, isName: (name: string) => boolean): Claimed {
    if (!isSame(secret, this.secret)) return { ok: false, why: 'wrong-secret' }
    if (this.#now.kind !== 'offered') return { ok: false, why: 'nothing-offered' }
    if (!isSame(code, this.code)) {
      this.#wrongCodes += 1
      if (this.#wrongCodes >= mostWrongCodes) this.end()
      return { ok: false, why: 'wrong-code' }
    }
    if (!isName(name)) return { ok: false, why: 'bad-name' }
    const check = Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
    const ticket = randomBytes(32).toString('base64url')
    this.#become({ kind: 'claimed', name, check, ticket })
    return { ok: true, ticket, check }
  }

  /** the person at the computer has compared. False when nobody has claimed it, or it is over. */
  confirm(key: string): boolean {
    const phase = this.#now
    if (phase.kind !== 'claimed') return false
    this.#become({ kind: 'confirmed', ticket: phase.ticket, key })
    return true
  }

  standingOf(ticket: string): PairingStanding & { readonly key?: string } {
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

  /** Time is up even where a timer overslept it. */
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
    this.#until = this.#clock.elapsed() + pairingPatienceMs
    this.#endsAt = new Date(this.#clock.now().getTime() + pairingPatienceMs)
    this.#stopClock = this.#clock.after(pairingPatienceMs, () => this.end())
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Takes as long whether they differ early or late. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
