/** Registry: the servers and their capabilities, for the layers around the gateway. */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { RelayedTool } from '@contract/relayed.js'
import type { Server } from '@shared/servers/server.js'
import type { Subscribe } from './emitter.js'
import type { ServerLink } from './provider.js'

export interface CapabilityOffer {
  readonly manifest: CapabilityManifest
  readonly link: ServerLink
  /** The tool of a service for the manifest; absent while another definition waits for a person. */
  readonly relayed?: RelayedTool
}

/** Capability id → the servers that offer it. */
export type OfferMap = ReadonlyMap<string, readonly CapabilityOffer[]>

/** All servers. Offline servers stay listed with their last capabilities. */
export interface ServerRegistry {
  servers(): Server[]
  link(serverId: string): ServerLink | undefined
  /** The offer of one server, including what only the gateway may call. */
  offerBy(serverId: string, capabilityId: string): CapabilityOffer | undefined
  /** Every available capability with all servers that offer it; the same map until a server changes. */
  capabilities(): OfferMap
  readonly onDidChangeServer: Subscribe<{ readonly server: Server; readonly before?: Server }>
  readonly onDidChangeCapabilities: Subscribe<void>
}
