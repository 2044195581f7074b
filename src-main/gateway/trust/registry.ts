/**
 * Registry: all servers and their capabilities.
 *
 * Offline servers stay listed with their last capabilities.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { isInternal } from '@contract/namespaces.js'
import { isMadeFromTool } from '@contract/relayed.js'
import type { Server } from '@shared/servers/server.js'
import { isSameManifest } from '../path/fingerprint.js'
import { Emitter } from '../ports/emitter.js'
import type { ServerLink } from '../ports/provider.js'
import type { CapabilityOffer, OfferMap, ServerRegistry } from '../ports/registry.js'

export class Registry implements ServerRegistry {
  readonly #links = new Map<string, ServerLink>()
  /** Cleared when a server changes; calls read it more often than that. */
  #offers: Map<string, CapabilityOffer[]> | undefined
  readonly #onDidChangeServer = new Emitter<{ readonly server: Server; readonly before?: Server }>()
  readonly #onDidChangeCapabilities = new Emitter<void>()
  readonly onDidChangeServer = this.#onDidChangeServer.on
  readonly onDidChangeCapabilities = this.#onDidChangeCapabilities.on

  present(link: ServerLink): void {
    const previous = this.#links.get(link.server.id)
    const before = previous?.server
    this.#links.set(link.server.id, link)
    this.#offers = undefined
    this.#onDidChangeServer.emit({ server: link.server, ...(before && { before }) })
    if (offersChanged(before, link.server) || namesChanged(previous, link)) this.#onDidChangeCapabilities.emit()
  }

  withdraw(serverId: string): void {
    const before = this.#links.get(serverId)?.server
    if (!before) return
    this.#links.delete(serverId)
    this.#offers = undefined
    this.#onDidChangeServer.emit({ server: { ...before, state: 'offline' }, before })
    this.#onDidChangeCapabilities.emit()
  }

  servers(): Server[] {
    return [...this.#links.values()].map((link) => link.server)
  }

  link(serverId: string): ServerLink | undefined {
    return this.#links.get(serverId)
  }

  /** Servers that offer a capability, in the order they were added. */
  offersOf(capabilityId: string): readonly CapabilityOffer[] {
    return this.capabilities().get(capabilityId) ?? []
  }

  /** The offer of one server, including what only the gateway may call. */
  offerBy(serverId: string, capabilityId: string): CapabilityOffer | undefined {
    const link = this.#links.get(serverId)
    const manifest = link?.server.capabilities.find(({ id }) => id === capabilityId)
    return link && manifest && offerOf(manifest, link)
  }

  /** Every available capability with all servers that offer it; the same map until a server changes. */
  capabilities(): OfferMap {
    this.#offers ??= indexed(this.#links.values())
    return this.#offers
  }
}

function offerOf(manifest: CapabilityManifest, link: ServerLink): CapabilityOffer {
  const tool = link.relays?.get(manifest.id)
  return { manifest, link, ...(tool && isMadeFromTool(manifest, tool) && { relayed: tool }) }
}

function indexed(links: Iterable<ServerLink>): Map<string, CapabilityOffer[]> {
  const all = new Map<string, CapabilityOffer[]>()
  for (const link of links) {
    for (const manifest of link.server.capabilities) {
      if (isInternal(manifest.id)) continue
      const offers = all.get(manifest.id)
      const offer = offerOf(manifest, link)
      if (offers) offers.push(offer)
      else all.set(manifest.id, [offer])
    }
  }
  return all
}

/** Heartbeats present the same list again: it is compared only when the object differs. */
const offersChanged = (before: Server | undefined, after: Server): boolean =>
  before?.name !== after.name ||
  (before.capabilities !== after.capabilities &&
    (before.capabilities.length !== after.capabilities.length ||
      before.capabilities.some((manifest, at) => !isSameManifest(manifest, after.capabilities[at]))))

/** Names for clients are not part of the manifests: a change of the configuration changes only them. */
function namesChanged(before: ServerLink | undefined, { relays, library }: ServerLink): boolean {
  if (before?.library?.prefix !== library?.prefix) return true
  if (before?.relays === relays) return false
  if (before?.relays?.size !== relays?.size) return true
  return [...(relays ?? [])].some(([id, { name, service }]) => {
    const known = before?.relays?.get(id)
    return known?.name !== name || known.service !== service
  })
}
