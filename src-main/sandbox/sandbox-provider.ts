/** Sandbox provider: a sandbox world as a server of the gateway, which records every request and response. */

import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Server } from '@shared/servers/server.js'
import type { Capability } from '../agent-sdk/index.js'
import type { Provider, ProviderHost, ProviderRequest, ProviderResponse } from '../gateway/ports/provider.js'

export interface RecordedExchange {
  readonly request: ProviderRequest
  /** The response before the gateway processed it; absent when the call failed. */
  readonly answer?: JsonObject
}

export class SandboxProvider implements Provider {
  readonly exchanges: RecordedExchange[] = []
  readonly #capabilities: ReadonlyMap<string, Capability>
  readonly #server: Server

  /** @param admitted the manifests that the gateway uses */
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
