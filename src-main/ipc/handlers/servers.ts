/** Servers, for the window: list, add, remove. Tokens go to the secret store and never come back. */
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { Registry } from '../../gateway/registry.js'
import type { NewServer } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers } from '../typed-ipc.js'

export interface ServerBook {
  /** Remembers and dials it, in place of one with the same address; returns its id. @throws GatewayError when it is no address */
  add(server: NewServer): string
  addDemoWorld(): Promise<string>
  remove(id: string): Promise<void>
  /**
   * Pins the certificate that the server showed, and dials it again.
   *
   * @throws GatewayError when there is no such server, or it showed another certificate
   */
  trustCertificate(id: string, fingerprint: string): void
}

type Topic = 'servers:list' | 'servers:add' | 'servers:add-demo' | 'servers:remove' | 'servers:trust-certificate'

export const serverHandlers = (registry: Registry, book: ServerBook): Pick<Handlers, Topic> => ({
  'servers:list': () => registry.servers(),
  'servers:add': (server) => {
    try {
      return serverResult(registry, book.add(server))
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  },
  'servers:add-demo': async () => serverResult(registry, await book.addDemoWorld()),
  'servers:remove': async ({ id }) => {
    await book.remove(id)
    return ok(null)
  },
  'servers:trust-certificate': ({ id, fingerprint }, sender) => {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      book.trustCertificate(id, fingerprint)
      return serverResult(registry, id)
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  },
})

function serverResult(registry: Registry, id: string) {
  const server = registry.link(id)?.server
  return server ? ok(server) : failed(new GatewayError('PROTOCOL.SERVER_NOT_FOUND'))
}
