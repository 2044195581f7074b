/**
 * Known server: what manifest trust holds of a server: what it offers, and what of that people accepted and rejected.
 *
 * Guards invariant 4: what is shown of it to the rest of the gateway is what was accepted, and what was seen is known again
 * by its fingerprint.
 */
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type {
  AcceptedManifest,
  QuarantinedCapability,
  Rejection,
  SeenCapability,
  UnacceptedCapability,
} from '../contract/quarantine.js'
import type { Server } from '../contract/server.js'
import { sortOffer } from '../policy/manifest-trust.js'
import { findingsInKept } from '../policy/text-scan.js'
import { isSameManifest, shownFingerprintOf } from './fingerprint.js'
import type { ServerLink, StoredOffer, StoredRejection } from './ports.js'

/** One offered manifest beside what was accepted of it. */
export interface Comparison {
  readonly accepted: AcceptedManifest | undefined
  /** What waits of it; undefined when it was accepted as it is. */
  readonly waiting: (UnacceptedCapability & { readonly fingerprint: string }) | undefined
}

export interface KnownServer {
  link: ServerLink
  readonly accepted: Map<string, AcceptedManifest>
  readonly rejected: Map<string, StoredRejection>
  /** It never registered, and nothing was ever accepted of it, before the program started or since. */
  firstSight: boolean
  /** It has registered since the program started; before that, what is stored speaks for it. */
  met: boolean
  stored: StoredOffer | undefined
  offered: readonly CapabilityManifest[] | undefined
  listed: readonly CapabilityManifest[]
  quarantined: readonly QuarantinedCapability[]
  /** What was offered → how it compares with what was accepted: an offer changes in few places at a time. */
  readonly comparisons: WeakMap<CapabilityManifest, Comparison>
}

/** What it offers now, as it is to be stored. */
export function offerToStore({ link, stored }: KnownServer): StoredOffer {
  const { software, identity, capabilities, namesItself, name: ownName } = link.server
  // A server that calls itself by another name keeps the one that people know until a person names it.
  const name = (namesItself && stored?.name) || ownName
  return { name, ...(identity && { identity }), ...(software && { software }), capabilities }
}

export const isSameServer = (one: StoredOffer | undefined, other: StoredOffer): boolean =>
  one?.name === other.name && one.software === other.software && one.identity === other.identity

/** An offer changes in few places at a time: what is the very same manifest is not read again. */
export const isSameOffer = (one: StoredOffer | undefined, other: StoredOffer): boolean =>
  isSameServer(one, other) &&
  one?.capabilities.length === other.capabilities.length &&
  one.capabilities.every((manifest, at) => isSameManifest(manifest, other.capabilities[at]))

/** Compares once: the same manifest is offered again with every update. */
export function comparisonIn(
  { link, accepted: all, comparisons }: KnownServer,
  offered: CapabilityManifest,
): Comparison {
  const accepted = all.get(offered.id)
  const known = comparisons.get(offered)
  if (known && known.accepted === accepted) return known
  const [unaccepted] = accepted && isSameManifest(accepted.manifest, offered) ? [] : unacceptedOf(offered, accepted)
  const waiting = unaccepted && {
    ...unaccepted,
    fingerprint: shownFingerprintOf({ serverId: link.server.id, offered, accepted: accepted?.manifest }),
  }
  const comparison = { accepted, waiting }
  comparisons.set(offered, comparison)
  return comparison
}

const unacceptedOf = (offered: CapabilityManifest, accepted: AcceptedManifest | undefined) =>
  sortOffer([offered], new Map(accepted ? [[offered.id, accepted]] : [])).unaccepted

/** What a person saw, as it waits; undefined when any of it is something else now. */
export function asSeen(
  { quarantined }: KnownServer,
  seen: readonly SeenCapability[],
): QuarantinedCapability[] | undefined {
  const waiting = new Map(quarantined.map((one) => [one.id, one]))
  const some = seen.flatMap(({ id, fingerprint }) => {
    const one = waiting.get(id)
    return one?.fingerprint === fingerprint ? [one] : []
  })
  return some.length < seen.length ? undefined : some
}

export function rejectionOf({ rejected }: KnownServer, id: string, fingerprint: string): { rejected?: Rejection } {
  const one = rejected.get(id)
  return one?.fingerprint === fingerprint ? { rejected: { at: one.at, by: one.by } } : {}
}

/** Found in what it sent where it is there, and in what was kept of it where it is not. */
export function findingsOf(
  { link, met }: KnownServer,
  offered: CapabilityManifest,
): Pick<QuarantinedCapability, 'findings'> {
  const sent = met ? link.server.findings?.[offered.id] : undefined
  const findings = sent ?? findingsInKept(offered)
  return findings.length > 0 ? { findings } : {}
}

/** Whether it speaks for itself. */
export const isThere = ({ state, capabilities }: Server): boolean =>
  state === 'online' || state === 'degraded' || capabilities.length > 0

/** The server as the rest of the gateway may see it. */
export function trusted({ link, met, stored, listed, quarantined }: KnownServer): ServerLink {
  const { server } = link
  const keptName = server.namesItself ? stored?.name : undefined
  const newName = keptName !== undefined && keptName !== server.name ? server.name : undefined
  if (met && server.capabilities === listed && newName === undefined) return link
  const name = keptName ?? (!met && stored && server.name === server.id ? stored.name : server.name)
  const software = server.software ?? (met ? undefined : stored?.software)
  const { server: shown, ...calls } = withCapabilities(link, listed, quarantined)
  return {
    server: { ...shown, name, ...(newName !== undefined && { newName }), ...(software && { software }) },
    ...calls,
  }
}

export function withCapabilities(
  link: ServerLink,
  capabilities: readonly CapabilityManifest[],
  quarantined: readonly QuarantinedCapability[],
): ServerLink {
  const whisper = link.whisper?.bind(link)
  const follow = link.follow?.bind(link)
  return {
    server: { ...link.server, capabilities, quarantined },
    invoke: (request, cancellation) => link.invoke(request, cancellation),
    longestMs: (capabilityId) => link.longestMs?.(capabilityId),
    silenceMs: (capabilityId) => link.silenceMs?.(capabilityId),
    ...(whisper && { whisper }),
    ...(link.relays && { relays: link.relays }),
    ...(link.library && { library: link.library }),
    ...(follow && { follow }),
  }
}
