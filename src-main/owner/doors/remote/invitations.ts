/**
 * Invitations: the pairing code that an owner gives to somebody, who types it on another computer.
 *
 * Guards invariant 6: a code works once, for minutes, and ends after a few wrong tries of anybody, or when a role or a way
 * of the one who invited is taken away. There is one at a time. Who comes in, and as what, was chosen with the code and
 * never by who types it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { PersonTerms } from '@shared/clients/person.js'
import { invitationLimits, type OpenInvitation } from '@shared/remote/door-state.js'
import { pairingSecretOf } from '@shared/remote/pairing-code.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { PersonDirectory } from '../../../gateway/ports/person-directory.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { isPersonName } from '../../../policy/rights/new-person.js'

/** A new person, or another computer of one. */
export type Invited =
  | { readonly kind: 'new'; readonly terms: PersonTerms }
  | { readonly kind: 'known'; readonly person: string; readonly terms: PersonTerms }

interface Open {
  readonly invited: Invited
  readonly by: Person
  readonly secret: string
  readonly endsAt: Date
  wrongTries: number
  /** Stops its time. */
  readonly cancel: () => void
}

export class Invitations {
  readonly #directory: PersonDirectory
  readonly #clock: Clock
  #open: Open | undefined
  readonly #endFollowing: () => void
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  constructor(directory: PersonDirectory, clock: Clock) {
    this.#directory = directory
    this.#clock = clock
    this.#endFollowing = directory.onDidRevoke(({ id }) => {
      if (id === this.#open?.by.id) this.cancel()
    })
  }

  /** Without its secret. */
  get open(): OpenInvitation | null {
    if (!this.#open) return null
    const { invited, endsAt } = this.#open
    return { name: invited.terms.name, role: invited.terms.role, endsAt: endsAt.toISOString() }
  }

  /** Ends an earlier one. @returns its secret @throws GatewayError when the name cannot be used */
  begin(invited: Invited, by: Person): { readonly secret: string; readonly endsAt: Date } {
    if (invited.kind === 'new') this.#mustBeUsable(invited.terms.name)
    this.#end()
    const secret = pairingSecretOf(randomBytes(32))
    const endsAt = new Date(this.#clock.now().getTime() + invitationLimits.ms)
    const cancel = this.#clock.after(invitationLimits.ms, () => this.cancel())
    this.#open = { invited, by, secret, endsAt, wrongTries: 0, cancel }
    this.#onDidChange.emit()
    return { secret, endsAt }
  }

  cancel(): void {
    if (!this.#open) return
    this.#end()
    this.#onDidChange.emit()
  }

  stop(): void {
    this.#endFollowing()
    this.cancel()
  }

  /**
   * Somebody typed a code. The right one is used up, and adds the computer.
   *
   * @returns the id of the way; undefined when the secret is wrong or nobody is invited
   * @throws GatewayError, Error when the computer cannot be added; the code is used up then too
   */
  redeem(secret: string, computer: { readonly name: string; readonly publicKey: string }): string | undefined {
    const open = this.#open
    if (!open) return undefined
    if (!isSame(secret, open.secret)) {
      open.wrongTries += 1
      if (open.wrongTries >= invitationLimits.wrongTries) this.cancel()
      return undefined
    }
    this.cancel()
    const { invited, by } = open
    const person = invited.kind === 'known' ? invited.person : this.#directory.add(invited.terms, by).id
    const way = { kind: 'computer', name: computer.name, proof: computer.publicKey } as const
    return this.#directory.addWay(person, way, by).id
  }

  #mustBeUsable(name: string): void {
    if (
      isPersonName(
        name,
        this.#directory.list().map((person) => person.name),
      )
    )
      return
    throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'This name cannot be used.',
      suggestion: 'Choose an unused name of 1 to 40 visible characters.',
    })
  }

  #end(): void {
    this.#open?.cancel()
    this.#open = undefined
  }
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
