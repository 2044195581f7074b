/**
 * Manifest trust: forwards a provider's offers to the registry only when a person has accepted them.
 *
 * Guards invariant 4: new or changed capabilities are quarantined until a person accepts exactly what they saw.
 * Rejected capabilities stay blocked without a request until they change. Texts that try to instruct models can only be
 * accepted by a person. Guards invariant 6: only the composition root can reach it, not a consumer. See
 * docs/protocol.md#manifest-acceptance.
 */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { isOffByDefault } from '@shared/approvals/off-by-default.js'
import type {
  AcceptedManifest,
  EarlierManifest,
  QuarantinedCapability,
  SeenCapability,
} from '@shared/servers/quarantine.js'
import { type Server, waitingOn } from '@shared/servers/server.js'
import { Slices } from '@shared/turns.js'
import { acceptedManifestOf } from '../../policy/trust/manifest-trust.js'
import type { AuditLog } from '../ports/audit-log.js'
import type { ServerLink } from '../ports/provider.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { ManifestStore, StoredManifests, StoredOffer } from '../ports/stores.js'
import { AcceptedManifests } from './accepted-manifests.js'
import {
  comparisonIn,
  findingsOf,
  hasRegistered,
  isSameOffer,
  isSameServer,
  offerToStore,
  rejectionOf,
  type ServerTrustRecord,
  trusted,
  unchangedSinceSeen,
  withCapabilities,
} from './known-server.js'
import { LostCapabilities } from './lost-capabilities.js'
import type { Registry } from './registry.js'
import { acceptanceId, recordDecision, rejectionId } from './trust-decision.js'

export interface ManifestTrustDependencies {
  readonly manifests: ManifestStore
  readonly registry: Registry
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

/** `changed`: the pending manifests are not those that were seen, so nothing was accepted. */
export type Acceptance = 'accepted' | 'changed' | 'no-server'

/** The result of a rejection; `changed` as for an acceptance. */
export type RejectionResult = 'rejected' | 'changed' | 'no-server'

/** How much of the first offer of a server that the owner named starts: all, or what is not off by default. */
export type FirstOffer = 'whole' | 'defaults'

/** Milliseconds in which a withdrawn server may be reinstated. */
export const restorableForMs = 60_000

/** Manifests compared in one turn of the event loop. */
const manifestsOfTurn = 64

/** A server that the owner named. */
interface NamedServer {
  readonly firstOffer: FirstOffer
  /** Name in the audit trail. */
  readonly person: string
}

interface WithdrawnServer {
  readonly accepted: readonly AcceptedManifest[]
  readonly stored: StoredOffer | undefined
  readonly cancel: () => void
}

const nothing: readonly never[] = []

export class ManifestTrust {
  readonly #deps: ManifestTrustDependencies
  readonly #manifests: AcceptedManifests
  readonly #servers = new Map<string, ServerTrustRecord>()
  /** Servers that the owner named, and how much of their first offer starts. */
  readonly #namedByOwner = new Map<string, NamedServer>()
  /** Recently withdrawn servers, with their accepted manifests. */
  readonly #withdrawn = new Map<string, WithdrawnServer>()

  constructor(deps: ManifestTrustDependencies) {
    this.#deps = deps
    this.#manifests = new AcceptedManifests(deps.manifests, deps.clock, deps.log)
  }

  /**
   * The owner named this server: its first offer is accepted, even an empty one; later additions and changes are not.
   *
   * @param person name in the audit trail of whoever named it
   */
  trustServer(serverId: string, person: string, firstOffer: FirstOffer = 'whole'): void {
    if (firstOffer === 'whole' || !this.#namedByOwner.has(serverId))
      this.#namedByOwner.set(serverId, { firstOffer, person })
  }

  /** Never throws: a server whose offer cannot be checked gets no capabilities. */
  present(link: ServerLink): void {
    const { registry, log } = this.#deps
    // The demo world is part of this program.
    if (link.server.kind === 'simulator') return registry.present(link)
    let shown: ServerLink
    try {
      shown = this.#review(link)
    } catch (error) {
      log.error('what a server offers could not be looked at: it can do nothing', {
        server: link.server.name,
        error: `${error}`,
      })
      shown = withCapabilities(link, nothing, nothing)
    }
    registry.present(shown)
  }

  /**
   * Compares a server's next offer in slices, so that presenting it does not block. Never rejects: manifests that could
   * not be compared are compared when presented.
   */
  async prepare(serverId: string, capabilities: readonly CapabilityManifest[]): Promise<void> {
    const { clock, log } = this.#deps
    const slices = new Slices(manifestsOfTurn, () => clock.elapsed())
    try {
      for (const manifest of capabilities) {
        const known = this.#servers.get(serverId)
        if (!known) return
        comparisonIn(known, manifest)
        findingsOf(known, manifest)
        await slices.rest()
      }
    } catch (error) {
      log.error('what a server offers could not be compared', { server: serverId, error: `${error}` })
    }
  }

  /** Writes pending data. Never throws. */
  close(): void {
    for (const { lost } of this.#servers.values()) lost.forget()
    this.#manifests.close()
  }

  /** Removes a server: when it returns, it is new and untrusted. */
  withdraw(serverId: string): void {
    this.#namedByOwner.delete(serverId)
    const known = this.#servers.get(serverId)
    if (known) this.#forget(serverId, known)
    this.#deps.registry.withdraw(serverId)
  }

  /**
   * A person undoes the removal of a server: its accepted manifests count again when it returns within a minute.
   *
   * Call it before the server is presented. @throws Error when it cannot be stored; nothing is accepted then
   */
  reinstate(serverId: string): void {
    const withdrawn = this.#withdrawn.get(serverId)
    if (!withdrawn || this.#servers.has(serverId)) return
    if (withdrawn.stored) this.#manifests.storeOffer(serverId, withdrawn.stored, 'now')
    if (withdrawn.accepted.length > 0) this.#manifests.accept(serverId, withdrawn.accepted)
    this.#dropDeparture(serverId)
  }

  /** A person reconnects or edits a server: whatever it offers next is complete. */
  forgetLost(serverId: string): void {
    const known = this.#servers.get(serverId)
    if (!known) return
    const hadLost = known.lost.ids.length > 0
    known.lost.forget()
    if (hadLost) this.#deps.registry.present(trusted(known))
  }

  #forget(serverId: string, { accepted, stored, lost }: ServerTrustRecord): void {
    lost.forget()
    this.#servers.delete(serverId)
    this.#dropDeparture(serverId)
    const cancel = this.#deps.clock.after(restorableForMs, () => this.#withdrawn.delete(serverId))
    this.#withdrawn.set(serverId, { accepted: [...accepted.values()], stored, cancel })
    this.#manifests.forget(serverId)
  }

  #dropDeparture(serverId: string): void {
    this.#withdrawn.get(serverId)?.cancel()
    this.#withdrawn.delete(serverId)
  }

  /**
   * Accepts what a person saw, all or nothing.
   *
   * @param person name in the audit trail
   * @throws Error when it cannot be stored; nothing is accepted then
   */
  accept(serverId: string, seen: readonly SeenCapability[], person: string): Acceptance {
    const known = this.#servers.get(serverId)
    if (!known) return 'no-server'
    const accepted = unchangedSinceSeen(known, seen)
    if (!accepted) return 'changed'
    this.#acceptPending(known, accepted, person)
    this.#deps.registry.present(trusted(known))
    return 'accepted'
  }

  /** Accepts everything that is pending, except rejections. @throws Error as `accept` does */
  acceptAll(serverId: string, person: string): Acceptance {
    return this.accept(serverId, waitingOn(this.#servers.get(serverId) ?? {}), person)
  }

  /**
   * Rejects what a person saw, all or nothing: it stays blocked, without a new request until it changes.
   *
   * @throws Error when it cannot be stored; nothing is rejected then
   */
  reject(serverId: string, seen: readonly SeenCapability[], person: string): RejectionResult {
    const known = this.#servers.get(serverId)
    if (!known) return 'no-server'
    const rejected = unchangedSinceSeen(known, seen)
    if (!rejected) return 'changed'
    this.#rejectPending(known, rejected, person)
    this.#deps.registry.present(trusted(known))
    return 'rejected'
  }

  /** Previously accepted manifests of a capability, latest first. */
  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[] {
    return this.#servers.has(serverId) ? this.#manifests.earlier(serverId, capabilityId) : []
  }

  #review(link: ServerLink): ServerLink {
    const { server } = link
    const before = this.#servers.get(server.id)
    if (before && before.link.server.identity !== server.identity) this.#forget(server.id, before)
    const known = this.#servers.get(server.id) ?? this.#load(link)
    this.#servers.set(server.id, known)
    known.link = link
    const registersFirst = !known.met && hasRegistered(server)
    known.met ||= registersFirst
    const named = registersFirst ? this.#namedByOwner.get(server.id) : undefined
    if (registersFirst) this.#namedByOwner.delete(server.id)
    const isStored = known.met && this.#storeOffer(known)
    const offered = known.met ? server.capabilities : (known.stored?.capabilities ?? nothing)
    if (offered !== known.offered) {
      known.offered = offered
      this.#sort(known)
    }
    // Only when its offer is stored: a server that is forgotten at the program's end would be trusted at first sight again.
    if (named && known.firstSight && isStored) this.#acceptFirstSight(known, named)
    if (known.met && server.kind !== 'service') known.lost.compare(server.state, offered)
    return trusted(known)
  }

  #lostSome(serverId: string, lost: readonly string[]): void {
    const { log, registry } = this.#deps
    const known = this.#servers.get(serverId)
    if (!known) return
    log.warn('{server} offers fewer actions than before', { server: known.link.server.name, lost })
    registry.present(trusted(known))
  }

  #load(link: ServerLink): ServerTrustRecord {
    const { accepted, rejected, offer, met, damaged } = this.#readStored(link.server)
    return {
      link,
      accepted: new Map(accepted.map((one) => [one.manifest.id, one])),
      rejected: new Map(rejected.map((one) => [one.capabilityId, one])),
      firstSight: accepted.length === 0 && !met && !damaged,
      met: false,
      stored: offer,
      offered: undefined,
      listed: nothing,
      quarantined: nothing,
      lost: new LostCapabilities(this.#deps.clock, (ids) => this.#lostSome(link.server.id, ids)),
      comparisons: new WeakMap(),
    }
  }

  /** Reads the stored data. Another program or address with this id inherits nothing. */
  #readStored({ id, name, identity }: Server): StoredManifests {
    const stored = this.#manifests.read(id)
    const isKnown = stored.offer !== undefined || stored.accepted.length > 0
    if (identity === undefined || !isKnown || stored.offer?.identity === identity) return stored
    this.#deps.log.warn('a server is another program or address than before: everything waits for a person', {
      server: name,
    })
    this.#manifests.forget(id)
    return this.#manifests.read(id)
  }

  /** If it throws, nothing is listed. */
  #sort(known: ServerTrustRecord): void {
    const { offered = nothing } = known
    const before = new Set(known.quarantined.map(({ fingerprint }) => fingerprint))
    known.listed = nothing
    known.quarantined = nothing
    const compared = offered.map((manifest) => ({ manifest, ...comparisonIn(known, manifest) }))
    const quarantined = compared.flatMap(({ waiting }) =>
      waiting
        ? [
            {
              ...waiting,
              ...findingsOf(known, waiting.offered),
              ...rejectionOf(known, waiting.id, waiting.fingerprint),
            },
          ]
        : [],
    )
    const listed = compared.flatMap(({ manifest, accepted, waiting }) => {
      if (!waiting) return [manifest]
      return accepted ? [accepted.manifest] : []
    })
    known.listed = quarantined.length === 0 ? offered : listed
    known.quarantined = quarantined
    if (known.link.server.kind !== 'service') known.lost.expect(known.listed)
    const fresh = waitingOn({ quarantined }).filter(
      ({ reason, fingerprint }) => reason === 'changed' && !before.has(fingerprint),
    )
    if (fresh.length === 0) return
    this.#deps.log.warn('capabilities changed and wait for a person', {
      server: known.link.server.name,
      capabilities: fresh.map(({ id }) => id),
    })
  }

  #acceptFirstSight(known: ServerTrustRecord, { firstOffer, person }: NamedServer): void {
    const harmless = known.quarantined.filter(({ findings }) => !findings)
    if (harmless.length < known.quarantined.length) {
      this.#deps.log.warn('texts of a server speak to models, or hide something: a person must accept them', {
        server: known.link.server.name,
        capabilities: known.quarantined.filter(({ findings }) => findings).map(({ id }) => id),
      })
    }
    const staysOff = (id: string) => firstOffer === 'defaults' && isOffByDefault(id)
    const off = harmless.filter(({ id }) => staysOff(id))
    const on = harmless.filter(({ id }) => !staysOff(id))
    try {
      this.#rejectPending(known, off, person)
      this.#acceptPending(known, on, person)
    } catch (error) {
      this.#deps.log.error('what a server offers could not be accepted', { error: `${error}` })
    }
  }

  #rejectPending(known: ServerTrustRecord, rejected: readonly QuarantinedCapability[], person: string): void {
    if (rejected.length === 0) return
    const serverId = known.link.server.id
    const at = this.#deps.clock.now().toISOString()
    recordDecision({ id: rejectionId, serverId, capabilities: rejected, person }, this.#deps)
    const rejections = rejected.map(({ id, fingerprint }) => ({ capabilityId: id, fingerprint, at, by: person }))
    this.#manifests.reject(serverId, rejections)
    for (const one of rejections) known.rejected.set(one.capabilityId, one)
    this.#sort(known)
  }

  #acceptPending(known: ServerTrustRecord, accepted: readonly QuarantinedCapability[], person: string): void {
    if (accepted.length === 0) return
    const manifests = accepted.map(({ offered }) => acceptedManifestOf(offered))
    recordDecision({ id: acceptanceId, serverId: known.link.server.id, capabilities: accepted, person }, this.#deps)
    this.#manifests.accept(known.link.server.id, manifests)
    for (const one of manifests) {
      known.accepted.set(one.manifest.id, one)
      known.rejected.delete(one.manifest.id)
    }
    this.#sort(known)
  }

  /** Stores its offer, once. @returns whether it is stored */
  #storeOffer(known: ServerTrustRecord): boolean {
    const { stored } = known
    const offer = offerToStore(known)
    const isKnown = isSameServer(stored, offer)
    if (isKnown && stored?.capabilities === offer.capabilities) return true
    known.stored = offer
    try {
      if (isSameOffer(stored, offer)) return true
      this.#manifests.storeOffer(known.link.server.id, offer, isKnown ? 'soon' : 'now')
      return true
    } catch (error) {
      this.#deps.log.error('what a server offers could not be kept', { server: offer.name, error: `${error}` })
      return false
    }
  }
}
