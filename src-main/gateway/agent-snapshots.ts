/**
 * Agent snapshots: a server that offers the reserved pair is asked for what undoes an action, right before it is done.
 * See docs/protocol.md#agents-snapshots.
 *
 * Both must be there and accepted by a person: a snapshot that cannot be restored is none (invariant 4).
 */
import { randomUUID } from 'node:crypto'
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import { snapshotCreate, snapshotRestore } from '../contract/snapshot-capabilities.js'
import type { UndoCall } from '../contract/undo.js'
import { waitsForAcceptance } from '../policy/manifest-trust.js'
import { cleanText } from '../policy/untrusted-text.js'
import type { Clock, Log, Validator } from './ports.js'
import type { Registry } from './registry.js'
import type { Validated } from './steps/call-stages.js'
import { withDeadline } from './steps/deadline.js'

export interface AgentSnapshotsParts {
  readonly registry: Registry
  readonly validator: Validator
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds a server may take for a snapshot. */
const takingTimeoutMs = 10_000

export class AgentSnapshots {
  readonly #parts: AgentSnapshotsParts
  /** Server and action that no snapshot was given for: the next question says so. */
  readonly #refused = new Set<string>()

  constructor(parts: AgentSnapshotsParts) {
    this.#parts = parts
  }

  /** Whether a server takes snapshots, of this action too as far as we know. */
  areOffered(serverId: string, capabilityId: string): boolean {
    const creating = this.#refused.has(keyOf(serverId, capabilityId)) ? undefined : this.#creating(serverId)
    const { snapshotsOf } = creating?.link.server ?? {}
    return creating !== undefined && (snapshotsOf?.includes(capabilityId) ?? true)
  }

  /** Asks for a snapshot; undefined when there is none. Never rejects. */
  async take({ link, manifest, given, traceId }: Validated): Promise<UndoCall | undefined> {
    const { clock, log, validator } = this.#parts
    const serverId = link.server.id
    const creating = this.#creating(serverId)
    if (!creating) return undefined
    const request = {
      requestId: randomUUID(),
      capabilityId: snapshotCreate,
      version: creating.manifest.version,
      arguments: { capabilityId: manifest.id, parameters: given },
      caller: 'gatehouse',
      traceId,
    }
    try {
      const { data } = await withDeadline(clock, takingTimeoutMs, (cancellation) =>
        creating.link.invoke(request, cancellation),
      )
      const id = validator.checkReturns(creating.manifest, data).ok ? data.snapshotId : undefined
      // The very id goes back to the server, and stands in the log: one that would have to be cleaned is none.
      if (typeof id !== 'string' || id === '' || cleanText(id, 128) !== id || id.includes('\n') || id.includes('\t')) {
        throw new GatewayError('PROTOCOL.INVALID_RESPONSE')
      }
      return {
        ...{ how: 'snapshot', capabilityId: snapshotRestore, arguments: { snapshotId: id } },
        ...(link.server.snapshotsKeepLater && { keepsLater: true }),
      }
    } catch (thrown) {
      this.#refused.add(keyOf(serverId, manifest.id))
      log.warn('a server gave no snapshot', { serverId, ...asGatewayError(thrown).toContract() })
      return undefined
    }
  }

  /** The server may have learned to: it came anew, or offers something else. */
  forget(serverId: string): void {
    for (const key of this.#refused) if (key.startsWith(keyOf(serverId, ''))) this.#refused.delete(key)
  }

  #creating(serverId: string) {
    const [create, restore] = [snapshotCreate, snapshotRestore].map((id) => this.#parts.registry.offerBy(serverId, id))
    const usable = [create, restore].every(
      (offer) => offer?.manifest.type === 'action' && !waitsForAcceptance(offer.link.server, offer.manifest.id),
    )
    return usable ? create : undefined
  }
}

const keyOf = (serverId: string, capabilityId: string): string => `${serverId}\n${capabilityId}`
