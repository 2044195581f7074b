/** Fake provider: servers whose every answer a gateway test writes itself. */
import { coreCatalogue } from '../../src-main/contract/core-catalogue.js'
import type { CapabilityManifest } from '../../src-main/contract/generated/capability-manifest.js'
import type { Server } from '../../src-main/contract/server.js'
import type {
  CancellationToken,
  Provider,
  ProviderAnswer,
  ProviderHost,
  ProviderRequest,
  ServerLink,
} from '../../src-main/gateway/ports.js'

export type Answering = (
  request: ProviderRequest,
  cancellation: CancellationToken,
) => Promise<ProviderAnswer> | ProviderAnswer

export class FakeServer implements ServerLink {
  server: Server
  /** Every request that arrived, in order. */
  readonly requests: ProviderRequest[] = []
  readonly #answers = new Map<string, Answering>()

  constructor(server: Partial<Server> & Pick<Server, 'id'>) {
    this.server = { name: server.id, kind: 'agent', state: 'online', capabilities: [], refused: [], ...server }
  }

  /** Says what the server answers to a capability. */
  answers(capabilityId: string, answering: Answering): this {
    this.#answers.set(capabilityId, answering)
    return this
  }

  async invoke(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderAnswer> {
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

/** A manifest of a stranger. */
export const manifestOf = (change: Partial<CapabilityManifest> = {}): CapabilityManifest => ({
  id: 'ext.shopkeeper.list',
  version: '1.0.0',
  type: 'context',
  name: 'List the shops',
  description: 'Lists the shops.',
  provider: { id: 'shopkeeper', name: 'Shopkeeper' },
  ...change,
})
