/**
 * Known server: a server's offer, and the parts of it that people accepted or rejected.
 *
 * Guards invariant 4: the rest of the gateway may only use accepted manifests; a fingerprint identifies the manifest
 * that a person saw, so that a changed one is not accepted instead.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type {
  AcceptedManifest,
  QuarantinedCapability,
  Rejection,
  SeenCapability,
  UnacceptedCapability,
} from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { cachedFindingsIn } from '../../policy/text/text-scan.js'
import { sortOffer } from '../../policy/trust/manifest-trust.js'
import { isSameManifest, shownFingerprintOf } from '../path/fingerprint.js'
import type { ServerLink } from '../ports/provider.js'
import type { StoredOffer, StoredRejection } from '../ports/stores.js'
import type { LostCapabilities } from './lost-capabilities.js'

/** One offered manifest with its accepted version. */
export interface Comparison {
  readonly accepted: AcceptedManifest | undefined
  /** The version waiting for acceptance; undefined when it is accepted unchanged. */
  readonly waiting: (UnacceptedCapability & { readonly fingerprint: string }) | undefined
}

export interface ServerTrustRecord {
  link: ServerLink
  readonly accepted: Map<string, AcceptedManifest>
  readonly rejected: Map<string, StoredRejection>
  /** Whether it never registered, and none of its manifests was ever accepted. */
  firstSight: boolean
  /** Whether it has registered since the program started; before that, the stored offer is used. */
  met: boolean
  stored: StoredOffer | undefined
  offered: readonly CapabilityManifest[] | undefined
  listed: readonly CapabilityManifest[]
  quarantined: readonly QuarantinedCapability[]
  /** Of a Minecraft server; a service reports its own. */
  readonly lost: LostCapabilities
  /** Offered manifest → comparison with the accepted one; cached, because an offer changes in few places at a time. */
  readonly comparisons: WeakMap<CapabilityManifest, Comparison>
}

/** Its current offer, for storage. */
export function offerToStore({ link, stored }: ServerTrustRecord): StoredOffer {
  const { software, identity, capabilities, namesItself, name: ownName } = link.server
  // A server that changes its name keeps the known one until a person renames it.
  const name = (namesItself && stored?.name) || ownName
  return { name, ...(identity && { identity }), ...(software && { software }), capabilities }
}

export const isSameServer = (one: StoredOffer | undefined, other: StoredOffer): boolean =>
  one?.name === other.name && one.software === other.software && one.identity === other.identity

/** An offer changes in few places at a time: an identical manifest is not parsed again. */
export const isSameOffer = (one: StoredOffer | undefined, other: StoredOffer): boolean =>
  isSameServer(one, other) &&
  one?.capabilities.length === other.capabilities.length &&
  one.capabilities.every((manifest, at) => isSameManifest(manifest, other.capabilities[at]))

/** Compared once: the same manifest is offered again with every update. */
export function comparisonIn(
  { link, accepted: all, comparisons }: ServerTrustRecord,
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

/** The pending manifests that a person saw; undefined when any of them has changed. */
export function unchangedSinceSeen(
  { quarantined }: ServerTrustRecord,
  seen: readonly SeenCapability[],
): QuarantinedCapability[] | undefined {
  const waiting = new Map(quarantined.map((one) => [one.id, one]))
  const some = seen.flatMap(({ id, fingerprint }) => {
    const one = waiting.get(id)
    return one?.fingerprint === fingerprint ? [one] : []
  })
  return some.length < seen.length ? undefined : some
}

export function rejectionOf(
  { rejected }: ServerTrustRecord,
  id: string,
  fingerprint: string,
): { rejected?: Rejection } {
  const one = rejected.get(id)
  return one?.fingerprint === fingerprint ? { rejected: { at: one.at, by: one.by } } : {}
}

/** The findings of its current offer, otherwise of the stored one. */
export function findingsOf(
  { link, met }: ServerTrustRecord,
  offered: CapabilityManifest,
): Pick<QuarantinedCapability, 'findings'> {
  const sent = met ? link.server.findings?.[offered.id] : undefined
  const findings = sent ?? cachedFindingsIn(offered)
  return findings.length > 0 ? { findings } : {}
}

/** Whether it has registered; from the first time on, its own offer counts instead of the stored one. */
export const hasRegistered = ({ state, capabilities }: Server): boolean =>
  state === 'online' || state === 'degraded' || capabilities.length > 0

/** The server as visible to the rest of the gateway. */
export function trusted({ link: offered, met, stored, listed, quarantined, lost }: ServerTrustRecord): ServerLink {
  const link = lost.ids.length > 0 ? withServer(offered, { ...offered.server, lost: lost.ids }) : offered
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
  return withServer(link, { ...link.server, capabilities, quarantined })
}

/** Members of a link may be of its prototype. */
function withServer(link: ServerLink, server: Server): ServerLink {
  const whisper = link.whisper?.bind(link)
  const accountOf = link.accountOf?.bind(link)
  const logTail = link.logTail?.bind(link)
  const follow = link.follow?.bind(link)
  const previewBuild = link.previewBuild?.bind(link)
  const checkAction = link.checkAction?.bind(link)
  return {
    server,
    invoke: (request, cancellation) => link.invoke(request, cancellation),
    timeoutMsOf: (capabilityId) => link.timeoutMsOf?.(capabilityId),
    idleTimeoutMs: (capabilityId) => link.idleTimeoutMs?.(capabilityId),
    ...(checkAction && { checkAction }),
    ...(whisper && { whisper }),
    ...(accountOf && { accountOf }),
    ...(logTail && { logTail }),
    ...(previewBuild && { previewBuild }),
    ...(link.builds && { builds: link.builds }),
    ...(link.numbers && { numbers: link.numbers }),
    ...(link.relays && { relays: link.relays }),
    ...(link.library && { library: link.library }),
    ...(follow && { follow }),
  }
}
