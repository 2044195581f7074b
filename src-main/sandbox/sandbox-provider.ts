/** Sandbox provider: a playground as a server of the gateway, in this process, that remembers what passed through it. */

import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Server } from '@shared/servers/server.js'
import type { Capability } from '../agent-sdk/index.js'
import type { Provider, ProviderHost, ProviderRequest, ProviderResponse } from '../gateway/ports/provider.js'

export interface RecordedExchange {
  readonly request: ProviderRequest
  /** As it came, before the gateway looked at it; absent when it failed. */
  readonly answer?: JsonObject
}

export class SandboxProvider implements Provider {
  readonly exchanges: RecordedExchange[] = []
  readonly #capabilities: ReadonlyMap<string, Capability>
  readonly #server: Server

  /** @param admitted the manifests that the gateway goes by */
  constructor(capabilities: readonly Capability[], admitted: readonly CapabilityManifest[]) {
    this.#capabilities = new Map(capabilities.map((capability) => [capability.manifest.id, capability]))
    this.#server = {
      id: 'sandbox',
      name: 'Sandbox',
      kind: 'simulator',
      state: 'online',
      capabilities: admitted,
      refused: [],
    }
  }

  start(host: ProviderHost): void {
    host.present({ server: this.#server, invoke: (request) => this.#invoke(request) })
  }

  async stop(): Promise<void> {}

  async #invoke(request: ProviderRequest): Promise<ProviderResponse> {
    const run = this.#capabilities.get(request.capabilityId)?.run
    if (!run) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
    const index = this.exchanges.push({ request }) - 1
    const answer = await run(structuredClone(request.arguments), { caller: request.caller })
    this.exchanges[index] = { request, answer }
    return { data: answer }
  }
}
