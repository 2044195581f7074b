/** Agent provider: all contract agents this gateway connects to. See docs/protocol.md#agents-connection. */
import { GatewayError } from '@contract/gateway-error.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import type { Provider, ProviderHost } from '../../gateway/ports/provider.js'
import { AgentServerConnection, type AgentServerOptions } from './agent-server.js'

export class AgentProvider implements Provider {
  readonly #options: AgentServerOptions
  readonly #servers = new Map<string, AgentServerConnection>()
  #host: ProviderHost | undefined

  constructor(options: AgentServerOptions) {
    this.#options = options
  }

  start(host: ProviderHost): void {
    this.#host = host
  }

  /** Starts connecting; never waits. @throws GatewayError when the address is invalid, or exists already */
  add(server: AddedServer, secrets: ServerSecrets, kind: Server['kind'] = 'agent'): void {
    if (!this.#host) throw new Error('The provider has not been started.')
    if (this.#servers.has(server.id)) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'A server with this address already exists.',
        suggestion: 'Remove it first, or enter another address.',
      })
    }
    const connection = new AgentServerConnection({ server, secrets, kind }, this.#options, this.#host)
    this.#servers.set(server.id, connection)
    try {
      connection.start()
    } catch (error) {
      this.remove(server.id)
      throw error
    }
  }

  /**
   * Pins the certificate that a server showed, and reconnects.
   *
   * @throws GatewayError when there is no such server, or it showed another certificate
   */
  trust(id: string, fingerprint: string): void {
    this.#serverOf(id).trust(fingerprint)
  }

  /** Reconnects now. @throws GatewayError when there is no such server */
  reconnect(id: string): void {
    this.#serverOf(id).reconnect()
  }

  /**
   * Changes name, address, token or certificate of a server, which keeps its id.
   *
   * @param again whether to reconnect
   * @throws GatewayError when there is no such server
   */
  change(server: AddedServer, secrets: ServerSecrets, again: boolean): void {
    this.#serverOf(server.id).change(server, secrets, again)
  }

  remove(id: string): void {
    this.#servers.get(id)?.stop()
    this.#servers.delete(id)
    this.#host?.withdraw(id)
  }

  async stop(): Promise<void> {
    for (const server of this.#servers.values()) server.stop()
    this.#servers.clear()
  }

  #serverOf(id: string): AgentServerConnection {
    const server = this.#servers.get(id)
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return server
  }
}
