/**
 * Agent snapshots: requests a snapshot right before an action from a server that offers the reserved pair. See
 * docs/protocol.md#agents-snapshots.
 *
 * Both capabilities must exist and be accepted by a person: a snapshot that cannot be restored is useless (invariant
 * 4).
 */
import { randomUUID } from 'node:crypto'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import type { UndoCall } from '@shared/trail/undo.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { isQuarantined } from '../../policy/trust/manifest-trust.js'
import type { Validated } from '../path/steps/call-stages.js'
import { withDeadline } from '../path/steps/deadline.js'
import type { Validator } from '../ports/provider.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { Registry } from '../trust/registry.js'

export interface AgentSnapshotsDependencies {
  readonly registry: Registry
  readonly validator: Validator
  readonly clock: Clock
  readonly log: Log
}

/** Timeout in milliseconds for a snapshot. */
const takingTimeoutMs = 10_000

export class AgentSnapshots {
  readonly #deps: AgentSnapshotsDependencies
  /** Server and action without a snapshot, so that approvals can show it. */
  readonly #refused = new Set<string>()

  constructor(deps: AgentSnapshotsDependencies) {
    this.#deps = deps
  }

  /** Whether a server supports snapshots, and this action is not known as an exception. */
  areOffered(serverId: string, capabilityId: string): boolean {
    const creating = this.#refused.has(keyOf(serverId, capabilityId)) ? undefined : this.#creating(serverId)
    const { snapshotsOf } = creating?.link.server ?? {}
    return creating !== undefined && (snapshotsOf?.includes(capabilityId) ?? true)
  }

  /** Requests a snapshot; undefined when there is none. Never rejects. */
  async take({ link, manifest, given, requestId, traceId }: Validated): Promise<UndoCall | undefined> {
    const { clock, log, validator } = this.#deps
    const serverId = link.server.id
    const creating = this.#creating(serverId)
    if (!creating) return undefined
    const request = {
      requestId: randomUUID(),
      capabilityId: snapshotCreate,
      version: creating.manifest.version,
      arguments: { capabilityId: manifest.id, parameters: given },
      snapshotFor: requestId,
      caller: 'gatehouse',
      traceId,
    }
    try {
      const { data } = await withDeadline(clock, takingTimeoutMs, (cancellation) =>
        creating.link.invoke(request, cancellation),
      )
      const id = validator.checkReturns(creating.manifest, data).ok ? data.snapshotId : undefined
      // The id is sent back unchanged and logged, so an id that would need cleaning is rejected.
      if (typeof id !== 'string' || id === '' || cleanText(id, 128) !== id || id.includes('\n') || id.includes('\t')) {
        throw new GatewayError('PROTOCOL.INVALID_RESPONSE')
      }
      return {
        how: 'snapshot',
        capabilityId: snapshotRestore,
        arguments: { snapshotId: id },
        ...(link.server.snapshotsKeepLater && { keepsLater: true }),
      }
    } catch (thrown) {
      this.#refused.add(keyOf(serverId, manifest.id))
      log.warn('a server gave no snapshot', { serverId, ...asGatewayError(thrown).toContract() })
      return undefined
    }
  }

  /** The server reconnected or changed its offer, so it may support snapshots now. */
  forget(serverId: string): void {
    for (const key of this.#refused) if (key.startsWith(keyOf(serverId, ''))) this.#refused.delete(key)
  }

  #creating(serverId: string) {
    const [create, restore] = [snapshotCreate, snapshotRestore].map((id) => this.#deps.registry.offerBy(serverId, id))
    const usable = [create, restore].every(
      (offer) => offer?.manifest.type === 'action' && !isQuarantined(offer.link.server, offer.manifest.id),
    )
    return usable ? create : undefined
  }
}

const keyOf = (serverId: string, capabilityId: string): string => `${serverId}\n${capabilityId}`
