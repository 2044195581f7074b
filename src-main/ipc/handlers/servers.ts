/**
 * Servers, for the window: lists, adds, accepts, rejects and removes them. Tokens go to the credential store and are
 * never sent back.
 *
 * Guards invariant 4: a person accepts or rejects exactly what they saw.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { GivenServer } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import type { Acceptance, ManifestTrust, RejectionResult } from '../../gateway/trust/manifest-trust.js'
import type { Registry } from '../../gateway/trust/registry.js'
import type { Handlers } from '../request-handling.js'
import type { ServerUpdates } from '../server-updates.js'

export interface ServerRepository {
  /**
   * Stores the server and connects to it. Replaces one with the same address. Returns its id. @throws GatewayError when
   * the address is invalid
   */
  add(given: GivenServer): string
  addDemoWorld(): Promise<string>
  remove(id: string): Promise<void>
  /**
   * Pins the certificate that the server presented, and connects again.
   *
   * @throws GatewayError when there is no such server, or it presented another certificate
   */
  trustCertificate(id: string, fingerprint: string): void
}

/** The person at this computer, as named in the audit trail. */
const person = 'desktop'

type Topic =
  | 'servers:list'
  | 'servers:states'
  | 'servers:add'
  | 'servers:add-demo'
  | 'servers:accept'
  | 'servers:reject'
  | 'servers:reconsider'
  | 'servers:remove'
  | 'servers:trust-certificate'

export const serverHandlers = (
  registry: Registry,
  repository: ServerRepository,
  trust: Pick<ManifestTrust, 'accept' | 'reject' | 'reconsider'>,
  news: Pick<ServerUpdates, 'whole' | 'states'>,
): Pick<Handlers, Topic> => ({
  'servers:list': () => news.whole(),
  'servers:states': () => news.states(),
  'servers:add': (given) => shownOf(registry, repository.add(given)),
  'servers:add-demo': async () => shownOf(registry, await repository.addDemoWorld()),
  'servers:accept': ({ id, capabilities }) => mustHaveTaken(trust.accept(id, capabilities, person)),
  'servers:reject': ({ id, capabilities }) => mustHaveTaken(trust.reject(id, capabilities, person)),
  'servers:reconsider': ({ id, capabilities }) => mustHaveTaken(trust.reconsider(id, capabilities, person)),
  'servers:remove': ({ id }) => repository.remove(id),
  'servers:trust-certificate': ({ id, fingerprint }) => {
    repository.trustCertificate(id, fingerprint)
    return shownOf(registry, id)
  },
})

function mustHaveTaken(decided: Acceptance | RejectionResult): void {
  if (decided === 'changed') throw new GatewayError('RISK.MANIFEST_CHANGED')
  if (decided === 'no-server') throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
}

function shownOf(registry: Registry, id: string): Server {
  const server = registry.link(id)?.server
  if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
  return server
}
