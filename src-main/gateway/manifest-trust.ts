/**
 * Manifest trust: stands between the providers and the registry, and lets through what a person has accepted.
 *
 * Guards invariant 4: what is new, or changed since it was accepted, is quarantined until a person accepts exactly what
 * they saw, and what they reject stays there unasked until it changes again; what has texts that speak to models is
 * accepted by nobody else. Guards invariant 6: it is reached from the composition root, never from a consumer. See
 * docs/protocol.md#manifest-acceptance.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type {
  AcceptedManifest,
  EarlierManifest,
  QuarantinedCapability,
  SeenCapability,
} from '../contract/quarantine.js'
import { type Server, waitingOn } from '../contract/server.js'
import { accepting } from '../policy/manifest-trust.js'
import { AcceptedManifests } from './accepted-manifests.js'
import {
  asSeen,
  comparisonIn,
  findingsOf,
  isSameOffer,
  isSameServer,
  isThere,
  type KnownServer,
  offerToStore,
  rejectionOf,
  trusted,
  withCapabilities,
} from './known-server.js'
import type { AuditLog, Clock, Log, ManifestStore, ServerLink, StoredManifests, StoredOffer } from './ports.js'
import type { Registry } from './registry.js'

export interface ManifestTrustParts {
  readonly manifests: ManifestStore
  readonly registry: Registry
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

/** `changed`: what waits is not what was seen, so nothing was accepted. */
export type Acceptance = 'accepted' | 'changed' | 'no-server'

/** What became of a no, or of taking it back; `changed` as for an acceptance. */
export type Refusal = 'rejected' | 'reconsidered' | 'changed' | 'no-server'

/** Under what each decision stands in the audit trail. */
export const acceptanceId = 'system.manifest.accept'
export const rejectionId = 'system.manifest.reject'
export const reconsiderationId = 'system.manifest.reconsider'

const eventTypes = {
  [acceptanceId]: 'approve',
  [rejectionId]: 'reject',
  [reconsiderationId]: 'invoke',
} as const

/** Who accepted what the owner vouched for, as the audit trail names them. */
const commandLine = 'command-line'

/** Milliseconds in which a server that was withdrawn may be reinstated. */
export const returnsWithinMs = 60_000

/** A slice of comparing ends after so many milliseconds or manifests. */
const slice = { milliseconds: 4, manifests: 64 }

interface Departure {
  readonly accepted: readonly AcceptedManifest[]
  readonly stored: StoredOffer | undefined
  readonly cancel: () => void
}

const nothing: readonly never[] = []

export class ManifestTrust {
  readonly #parts: ManifestTrustParts
  readonly #manifests: AcceptedManifests
  readonly #servers = new Map<string, KnownServer>()
  readonly #vouchedFor = new Set<string>()
  /** Servers that were just withdrawn, with what was accepted of them. */
  readonly #withdrawn = new Map<string, Departure>()

  constructor(parts: ManifestTrustParts) {
    this.#parts = parts
    this.#manifests = new AcceptedManifests(parts.manifests, parts.clock, parts.log)
  }

  /**
   * The owner named this server themselves: what it offers when it registers for the first time is accepted, be it
   * nothing, and what comes or changes later is not.
   */
  vouchFor(serverId: string): void {
    this.#vouchedFor.add(serverId)
  }

  /** Never throws: a server whose offer cannot be looked at can do nothing. */
  present(link: ServerLink): void {
    const { registry, log } = this.#parts
    // The demo world is part of this program.
    if (link.server.kind === 'simulator') return registry.present(link)
    let shown: ServerLink
    try {
      shown = this.#considered(link)
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
   * Compares in slices what a server is about to offer, so that presenting it holds nobody up. Never rejects: what could
   * not be compared is compared when it is presented.
   */
  async prepare(serverId: string, capabilities: readonly CapabilityManifest[]): Promise<void> {
    const { clock, log } = this.#parts
    let began = clock.elapsed()
    try {
      for (const [at, manifest] of capabilities.entries()) {
        const known = this.#servers.get(serverId)
        if (!known) return
        comparisonIn(known, manifest)
        findingsOf(known, manifest)
        if (clock.elapsed() - began < slice.milliseconds && (at + 1) % slice.manifests !== 0) continue
        await nextTurn()
        began = clock.elapsed()
      }
    } catch (error) {
      log.error('what a server offers could not be compared', { server: serverId, error: `${error}` })
    }
  }

  /** Writes down what still waits for it. Never throws. */
  close(): void {
    this.#manifests.close()
  }

  /** Forgets it: when it comes again, it is a new one, for which nobody vouches. */
  withdraw(serverId: string): void {
    this.#vouchedFor.delete(serverId)
    const known = this.#servers.get(serverId)
    if (known) this.#forget(serverId, known)
    this.#parts.registry.withdraw(serverId)
  }

  /**
   * A person thought better of removing it: what they had accepted of it counts again, when it comes back within a minute.
   *
   * Must come before the server is presented. @throws Error when it cannot be written down; then nothing is accepted
   */
  reinstate(serverId: string): void {
    const departure = this.#withdrawn.get(serverId)
    if (!departure || this.#servers.has(serverId)) return
    if (departure.stored) this.#manifests.keepOffer(serverId, departure.stored, 'now')
    if (departure.accepted.length > 0) this.#manifests.accept(serverId, departure.accepted)
    this.#letGo(serverId)
  }

  #forget(serverId: string, { accepted, stored }: KnownServer): void {
    this.#servers.delete(serverId)
    this.#letGo(serverId)
    const cancel = this.#parts.clock.after(returnsWithinMs, () => this.#withdrawn.delete(serverId))
    this.#withdrawn.set(serverId, { accepted: [...accepted.values()], stored, cancel })
    this.#manifests.forget(serverId)
  }

  #letGo(serverId: string): void {
    this.#withdrawn.get(serverId)?.cancel()
    this.#withdrawn.delete(serverId)
  }

  /**
   * Accepts what a person saw, all of it or nothing.
   *
   * @param person who accepts, as the audit trail names them
   * @throws Error when it cannot be written down; then nothing is accepted
   */
  accept(serverId: string, seen: readonly SeenCapability[], person: string): Acceptance {
    const known = this.#servers.get(serverId)
    if (!known) return 'no-server'
    const accepted = asSeen(known, seen)
    if (!accepted) return 'changed'
    this.#take(known, accepted, person)
    this.#parts.registry.present(trusted(known))
    return 'accepted'
  }

  /** Accepts whatever waits now; not what was rejected. @throws Error as `accept` does */
  acceptAll(serverId: string, person: string): Acceptance {
    return this.accept(serverId, waitingOn(this.#servers.get(serverId) ?? {}), person)
  }

  /**
   * Rejects what a person saw, all of it or nothing: it stays blocked, and is asked about again only when it changes.
   *
   * @throws Error when it cannot be written down; then nothing is rejected
   */
  reject(serverId: string, seen: readonly SeenCapability[], person: string): Refusal {
    const known = this.#servers.get(serverId)
    if (!known) return 'no-server'
    const rejected = asSeen(known, seen)
    if (!rejected) return 'changed'
    const at = this.#parts.clock.now().toISOString()
    this.#record(rejectionId, serverId, rejected, person)
    const rejections = rejected.map(({ id, fingerprint }) => ({ capabilityId: id, fingerprint, at, by: person }))
    this.#manifests.reject(serverId, rejections)
    for (const one of rejections) known.rejected.set(one.capabilityId, one)
    this.#sort(known)
    this.#parts.registry.present(trusted(known))
    return 'rejected'
  }

  /** Takes a no back: it waits for a person again. @throws Error when it cannot be written down; then it stays rejected */
  reconsider(serverId: string, seen: readonly SeenCapability[], person: string): Refusal {
    const known = this.#servers.get(serverId)
    if (!known) return 'no-server'
    const some = asSeen(known, seen)?.filter(({ rejected }) => rejected)
    if (!some || some.length < seen.length) return 'changed'
    this.#record(reconsiderationId, serverId, some, person)
    const ids = some.map(({ id }) => id)
    this.#manifests.reconsider(serverId, ids)
    for (const id of ids) known.rejected.delete(id)
    this.#sort(known)
    this.#parts.registry.present(trusted(known))
    return 'reconsidered'
  }

  /** What people accepted of a capability before what they accept now, the last first. */
  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[] {
    return this.#servers.has(serverId) ? this.#manifests.earlier(serverId, capabilityId) : []
  }

  #considered(link: ServerLink): ServerLink {
    const { server } = link
    const before = this.#servers.get(server.id)
    if (before && before.link.server.identity !== server.identity) this.#forget(server.id, before)
    const known = this.#servers.get(server.id) ?? this.#recall(link)
    this.#servers.set(server.id, known)
    known.link = link
    const registersFirst = !known.met && isThere(server)
    known.met ||= registersFirst
    const isVouchedFor = registersFirst && this.#vouchedFor.delete(server.id) && known.firstSight
    const isKept = known.met && this.#keep(known)
    const offered = known.met ? server.capabilities : (known.stored?.capabilities ?? nothing)
    if (offered !== known.offered) {
      known.offered = offered
      this.#sort(known)
    }
    // One that is forgotten with the program would be vouched for again.
    if (isVouchedFor && isKept) this.#acceptFirstSight(known)
    return trusted(known)
  }

  #recall(link: ServerLink): KnownServer {
    const { accepted, rejected, offer, met, damaged } = this.#readAs(link.server)
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
      comparisons: new WeakMap(),
    }
  }

  /** Of another program or address that had this id, nothing counts. */
  #readAs({ id, name, identity }: Server): StoredManifests {
    const stored = this.#manifests.read(id)
    const isKnown = stored.offer !== undefined || stored.accepted.length > 0
    if (identity === undefined || !isKnown || stored.offer?.identity === identity) return stored
    this.#parts.log.warn('a server is another program or address than before: everything waits for a person', {
      server: name,
    })
    this.#manifests.forget(id)
    return this.#manifests.read(id)
  }

  /** Where it throws, nothing is listed. */
  #sort(known: KnownServer): void {
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
    const fresh = waitingOn({ quarantined }).filter(
      ({ reason, fingerprint }) => reason === 'changed' && !before.has(fingerprint),
    )
    if (fresh.length === 0) return
    this.#parts.log.warn('capabilities changed and wait for a person', {
      server: known.link.server.name,
      capabilities: fresh.map(({ id }) => id),
    })
  }

  #acceptFirstSight(known: KnownServer): void {
    const harmless = known.quarantined.filter(({ findings }) => !findings)
    if (harmless.length < known.quarantined.length) {
      this.#parts.log.warn('texts of a server speak to models, or hide something: a person must accept them', {
        server: known.link.server.name,
        capabilities: known.quarantined.filter(({ findings }) => findings).map(({ id }) => id),
      })
    }
    if (harmless.length === 0) return
    try {
      this.#take(known, harmless, commandLine)
    } catch (error) {
      this.#parts.log.error('what a server offers could not be accepted', { error: `${error}` })
    }
  }

  #take(known: KnownServer, accepted: readonly QuarantinedCapability[], person: string): void {
    if (accepted.length === 0) return
    const manifests = accepted.map(({ offered }) => accepting(offered))
    this.#record(acceptanceId, known.link.server.id, accepted, person)
    this.#manifests.accept(known.link.server.id, manifests)
    for (const one of manifests) {
      known.accepted.set(one.manifest.id, one)
      known.rejected.delete(one.manifest.id)
    }
    this.#sort(known)
  }

  #record(
    decisionId: keyof typeof eventTypes,
    serverId: string,
    some: readonly QuarantinedCapability[],
    person: string,
  ): void {
    const { audit, clock } = this.#parts
    const at = clock.now().toISOString()
    audit.append({
      id: randomUUID(),
      timestamp: at,
      eventType: eventTypes[decisionId],
      capabilityId: decisionId,
      caller: { type: 'user', id: person, name: person },
      request: {
        capabilities: some.map(({ id, offered, reason, fingerprint }) => ({
          id,
          version: offered.version,
          reason,
          fingerprint,
        })),
      },
      ...(decisionId !== reconsiderationId && {
        approvalInfo: {
          required: true,
          ...(decisionId === acceptanceId
            ? { outcome: 'approved', approvedBy: person, approvedAt: at }
            : { outcome: 'denied' }),
        },
      }),
      metadata: { serverId },
    })
  }

  /** Writes down what it offers, once; soon where nothing but that has changed. Whether it is written. */
  #keep(known: KnownServer): boolean {
    const { stored } = known
    const offer = offerToStore(known)
    const isKnown = isSameServer(stored, offer)
    if (isKnown && stored?.capabilities === offer.capabilities) return true
    known.stored = offer
    try {
      if (isSameOffer(stored, offer)) return true
      this.#manifests.keepOffer(known.link.server.id, offer, isKnown ? 'soon' : 'now')
      return true
    } catch (error) {
      this.#parts.log.error('what a server offers could not be kept', { server: offer.name, error: `${error}` })
      return false
    }
  }
}
