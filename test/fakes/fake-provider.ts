/** Fake provider: servers whose every answer a gateway test writes itself. */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Server } from '@shared/servers/server.js'
import type { CancellationToken } from '../../src-main/gateway/ports/cancellation.js'
import type {
  Provider,
  ProviderHost,
  ProviderRequest,
  ProviderResponse,
  ServerLink,
} from '../../src-main/gateway/ports/provider.js'

export type InvokeHandler = (
  request: ProviderRequest,
  cancellation: CancellationToken,
) => Promise<ProviderResponse> | ProviderResponse

export class FakeServer implements ServerLink {
  server: Server
  /** Every request that arrived, in order. */
  readonly requests: ProviderRequest[] = []
  readonly #answers = new Map<string, InvokeHandler>()

  constructor(server: Partial<Server> & Pick<Server, 'id'>) {
    this.server = { name: server.id, kind: 'agent', state: 'online', capabilities: [], refused: [], ...server }
  }

  /** Says what the server answers to a capability. */
  answers(capabilityId: string, answering: InvokeHandler): this {
    this.#answers.set(capabilityId, answering)
    return this
  }

  async invoke(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderResponse> {
    this.requests.push(request)
    const answering = this.#answers.get(request.capabilityId)
    return answering ? answering(request, cancellation) : { data: {} }
  }

  /** Requests for one capability. */
  requestsFor(capabilityId: string): ProviderRequest[] {
    return this.requests.filter((request) => request.capabilityId === capabilityId)
  }
}

export class FakeProvider implements Provider {
  host!: ProviderHost
  stopped = false

  start(host: ProviderHost): void {
    this.host = host
  }

  async stop(): Promise<void> {
    this.stopped = true
  }
}

/** A manifest of the core catalogue. */
export function core(id: string): CapabilityManifest {
  const manifest = coreCatalogue.get(id)
  if (!manifest) throw new Error(`${id} is not in the core catalogue`)
  return manifest
}

/** A manifest of a third party. */
export const manifestOf = (change: Partial<CapabilityManifest> = {}): CapabilityManifest => ({
  id: 'ext.shopkeeper.list',
  version: '1.0.0',
  type: 'context',
  name: 'List the shops',
  description: 'Lists the shops.',
  provider: { id: 'shopkeeper', name: 'Shopkeeper' },
  ...change,
})
