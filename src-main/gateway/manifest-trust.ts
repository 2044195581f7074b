/**
 * Manifest trust: stands between the providers and the registry, and lets through what a person has accepted.
 *
 * Guards invariant 4: what is new, or changed since it was accepted, is quarantined until a person accepts exactly what
 * they saw. Guards invariant 6: it is reached from the composition root, never from a consumer. Specification 1,
 * sections 7.2 and 8.4.
 */
import { randomUUID } from 'node:crypto'
import { same } from '../contract/compatibility/same.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { QuarantinedCapability, SeenCapability } from '../contract/quarantine.js'
import type { Server } from '../contract/server.js'
import { sortOffer } from '../policy/manifest-trust.js'
import { shownFingerprintOf } from './fingerprint.js'
import type { AuditLog, Clock, Log, ManifestStore, ServerLink, StoredOffer } from './ports.js'
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

/** Under what an acceptance stands in the audit trail. */
export const acceptanceId = 'system.manifest.accept'

/** Who accepted what the owner vouched for, as the audit trail names them. */
const commandLine = 'command-line'

interface KnownServer {
  link: ServerLink
  readonly accepted: Map<string, CapabilityManifest>
  /** Nothing was ever accepted of it. */
  firstSight: boolean
  /** It has registered since the program started; before that, what is stored speaks for it. */
  met: boolean
  stored: StoredOffer | undefined
  offered: readonly CapabilityManifest[] | undefined
  listed: readonly CapabilityManifest[]
  quarantined: readonly QuarantinedCapability[]
}

export class ManifestTrust {
  readonly #parts: ManifestTrustParts
  readonly #servers = new Map<string, KnownServer>()
  readonly #vouchedFor = new Set<string>()

  constructor(parts: ManifestTrustParts) {
    this.#parts = parts
  }

  /** The owner named this server themselves: what it offers first is accepted, and what changes later is not. */
  vouchFor(serverId: string): void {
    this.#vouchedFor.add(serverId)
  }

  present(link: ServerLink): void {
    const { registry } = this.#parts
    // The demo world is part of this program.
    if (link.server.kind === 'simulator') return registry.present(link)
    const known = this.#servers.get(link.server.id) ?? this.#recall(link)
    this.#servers.set(link.server.id, known)
    known.link = link
    known.met ||= isThere(link.server)
    const offered = known.met ? link.server.capabilities : (known.stored?.capabilities ?? [])
    if (known.met) this.#keep(known)
    if (offered !== known.offered) {
      known.offered = offered
      this.#sort(known)
      if (known.met && known.firstSight && this.#vouchedFor.has(link.server.id)) this.#acceptFirstSight(known)
    }
    registry.present(trusted(known))
  }

  /** Forgets it: when it comes again, it is a new one. */
  withdraw(serverId: string): void {
    const { manifests, registry, log } = this.#parts
    if (this.#servers.delete(serverId)) {
      try {
        manifests.forget(serverId)
      } catch (error) {
        log.error('what was accepted of a server could not be forgotten', { serverId, error: `${error}` })
      }
    }
    registry.withdraw(serverId)
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
    const waiting = new Map(known.quarantined.map((one) => [one.id, one]))
    const accepted = seen.flatMap(({ id, fingerprint }) => {
      const one = waiting.get(id)
      return one?.fingerprint === fingerprint ? [one] : []
    })
    if (accepted.length < seen.length) return 'changed'
    this.#take(known, accepted, person)
    this.#parts.registry.present(trusted(known))
    return 'accepted'
  }

  /** Accepts whatever waits now. @throws Error as `accept` does */
  acceptAll(serverId: string, person: string): Acceptance {
    return this.accept(serverId, this.#servers.get(serverId)?.quarantined ?? [], person)
  }

  #recall(link: ServerLink): KnownServer {
    const { accepted, offer, damaged } = this.#parts.manifests.read(link.server.id)
    return {
      link,
      accepted: new Map(accepted.map((manifest) => [manifest.id, manifest])),
      firstSight: accepted.length === 0 && !damaged,
      met: false,
      stored: offer,
      offered: undefined,
      listed: [],
      quarantined: [],
    }
  }

  #sort(known: KnownServer): void {
    const { accepted, offered = [] } = known
    const { id: serverId, name } = known.link.server
    const before = new Set(known.quarantined.map(({ fingerprint }) => fingerprint))
    const sorted = sortOffer(offered, accepted)
    known.listed = sorted.listed
    known.quarantined = sorted.unaccepted.map((one) => ({
      ...one,
      fingerprint: shownFingerprintOf({ serverId, offered: one.offered, accepted: accepted.get(one.id) }),
    }))
    const fresh = known.quarantined.filter(
      ({ reason, fingerprint }) => reason === 'changed' && !before.has(fingerprint),
    )
    if (fresh.length === 0) return
    this.#parts.log.warn('capabilities changed and wait for a person', {
      server: name,
      capabilities: fresh.map(({ id }) => id),
    })
  }

  #acceptFirstSight(known: KnownServer): void {
    if (known.quarantined.length === 0) return
    try {
      this.#take(known, known.quarantined, commandLine)
    } catch (error) {
      this.#parts.log.error('what a server offers could not be accepted', { error: `${error}` })
    }
  }

  #take(known: KnownServer, accepted: readonly QuarantinedCapability[], person: string): void {
    if (accepted.length === 0) return
    const { manifests } = this.#parts
    const offered = accepted.map((one) => one.offered)
    this.#record(known.link.server.id, accepted, person)
    manifests.accept(known.link.server.id, offered)
    for (const manifest of offered) known.accepted.set(manifest.id, manifest)
    known.firstSight = false
    this.#sort(known)
  }

  #record(serverId: string, accepted: readonly QuarantinedCapability[], person: string): void {
    const { audit, clock } = this.#parts
    const at = clock.now().toISOString()
    audit.append({
      id: randomUUID(),
      timestamp: at,
      eventType: 'approve',
      capabilityId: acceptanceId,
      caller: { type: 'user', id: person, name: person },
      request: {
        capabilities: accepted.map(({ id, offered, reason, fingerprint }) => ({
          id,
          version: offered.version,
          reason,
          fingerprint,
        })),
      },
      approvalInfo: { required: true, outcome: 'approved', approvedBy: person, approvedAt: at },
      metadata: { serverId },
    })
  }

  #keep(known: KnownServer): void {
    const { id, name, software, capabilities } = known.link.server
    const { stored } = known
    if (stored?.name === name && stored.software === software && stored.capabilities === capabilities) return
    const offer = { name, ...(software && { software }), capabilities }
    known.stored = offer
    if (same(stored, offer)) return
    try {
      this.#parts.manifests.keepOffer(id, offer)
    } catch (error) {
      this.#parts.log.error('what a server offers could not be kept', { server: name, error: `${error}` })
    }
  }
}

/** Whether it speaks for itself. */
const isThere = ({ state, capabilities }: Server): boolean =>
  state === 'online' || state === 'degraded' || capabilities.length > 0

/** The server as the rest of the gateway may see it. */
function trusted({ link, met, stored, offered, listed, quarantined }: KnownServer): ServerLink {
  const { server } = link
  if (met && quarantined.length === 0 && server.capabilities === offered) return link
  const name = !met && stored && server.name === server.id ? stored.name : server.name
  const software = server.software ?? (met ? undefined : stored?.software)
  return {
    server: { ...server, name, ...(software && { software }), capabilities: listed, quarantined },
    invoke: (request, signal) => link.invoke(request, signal),
  }
}
