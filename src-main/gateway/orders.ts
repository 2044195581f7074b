/**
 * Orders: what a person orders in a dialog of the window that says what it does: a backup, and to restore one.
 *
 * Guards invariant 6: no consumer sees this. Guards invariant 1: an order goes the same path as any call, with the owner as
 * its caller; it is recorded as their decision, typed where it is critical, and others are asked where one is not enough.
 */
import { randomUUID } from 'node:crypto'
import { owner } from '../contract/attempt.js'
import type { JsonObject } from '../contract/call.js'
import { coreCatalogue } from '../contract/core-catalogue.js'
import { GatewayError } from '../contract/gateway-error.js'
import type { QuorumSettings } from '../policy/quorum.js'
import { demandsOfRisk, riskOf } from '../policy/risk.js'
import { errorOf } from './call-answer.js'
import type { CallReport, CallRequest, Joined, Outcome } from './call-path.js'
import { orderedOffer } from './ordered-offer.js'
import type { AuditLog, Clock } from './ports.js'
import type { Registry } from './registry.js'
import type { Ordering } from './steps/call-stages.js'
import { typedToOrder } from './steps/order.js'

/** What can be ordered. Everything else is tried as an attempt, and asks. */
export type Orderable = 'system.backup' | 'system.restore'

export interface Order {
  readonly capabilityId: Orderable
  /** Id of the server. */
  readonly server: string
  readonly arguments: JsonObject
  /** What the person typed. */
  readonly typed?: string
  readonly signal: AbortSignal
}

export interface OrdersParts {
  readonly audit: AuditLog
  readonly clock: Clock
  readonly registry: Registry
  readonly quorums: () => QuorumSettings
  /** Takes a call through the gateway. Never rejects. */
  readonly invoke: (request: CallRequest, ordering: Ordering) => Promise<CallReport<Outcome> | Joined>
}

/** Under what the removal of a backup stands in the audit trail. */
export const removalId = 'system.backup.remove'

export class Orders {
  readonly #parts: OrdersParts

  constructor(parts: OrdersParts) {
    this.#parts = parts
  }

  /**
   * @param person as the audit trail names them
   * @returns what the server returned
   * @throws GatewayError when it was not done
   */
  async run({ typed, ...order }: Order, person: string): Promise<JsonObject> {
    const report = await this.#parts.invoke(
      { ...order, caller: owner },
      { person, ...(typed !== undefined && { typed }) },
    )
    if ('joined' in report) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    const { outcome } = report
    if (outcome.kind === 'done') return outcome.data
    if (outcome.kind === 'foreseen') throw new Error('An order is no dry run.')
    throw errorOf(outcome)
  }

  isOffered(capabilityId: Orderable, serverId: string): boolean {
    return this.#offer(capabilityId, serverId) !== undefined
  }

  /** What a person must type with an order that names nothing but the server; undefined where they need not. */
  mustType(capabilityId: Orderable, serverId: string): string | undefined {
    const offer = this.#offer(capabilityId, serverId)
    if (!offer) return undefined
    const risk = riskOf(offer.manifest, coreCatalogue.get(capabilityId))
    return typedToOrder({ ...offer, given: {}, risk, demands: demandsOfRisk(risk) }, this.#parts)
  }

  #offer(capabilityId: Orderable, serverId: string) {
    return orderedOffer(this.#parts.registry, serverId, capabilityId)
  }

  /** Writes that a person removes a backup. @throws Error when it cannot be written; then it must not be removed */
  recordRemoval(serverId: string, backupId: string, person: string): void {
    const at = this.#parts.clock.now().toISOString()
    this.#parts.audit.append({
      id: randomUUID(),
      timestamp: at,
      eventType: 'invoke',
      capabilityId: removalId,
      caller: { type: 'user', id: person, name: person },
      request: { backupId },
      approvalInfo: { required: true, outcome: 'approved', approvedBy: person, approvedAt: at },
      metadata: { serverId },
    })
  }
}
