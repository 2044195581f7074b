/**
 * Servers, for the window: list, add, accept, reject, remove. Tokens go to the secret store and never come back.
 *
 * Guards invariant 4: a person accepts or rejects exactly what they saw, and in the main window alone.
 */
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { Acceptance, ManifestTrust, Refusal } from '../../gateway/manifest-trust.js'
import type { Registry } from '../../gateway/registry.js'
import type { NewServer, Result } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers, Sender } from '../typed-ipc.js'

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

/** Who accepts at this desk, as the audit trail names them. */
const person = 'desktop'

type Topic =
  | 'servers:list'
  | 'servers:add'
  | 'servers:add-demo'
  | 'servers:accept'
  | 'servers:reject'
  | 'servers:reconsider'
  | 'servers:remove'
  | 'servers:trust-certificate'

export const serverHandlers = (
  registry: Registry,
  book: ServerBook,
  trust: Pick<ManifestTrust, 'accept' | 'reject' | 'reconsider'>,
): Pick<Handlers, Topic> => ({
  'servers:list': () => registry.servers(),
  'servers:add': (server, sender) => {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      return serverResult(registry, book.add(server))
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  },
  'servers:add-demo': async (_nothing, sender) =>
    sender === 'window'
      ? serverResult(registry, await book.addDemoWorld())
      : failed(new GatewayError('PERMISSION.DENIED')),
  'servers:accept': ({ id, capabilities }, sender) => decided(sender, () => trust.accept(id, capabilities, person)),
  'servers:reject': ({ id, capabilities }, sender) => decided(sender, () => trust.reject(id, capabilities, person)),
  'servers:reconsider': ({ id, capabilities }, sender) =>
    decided(sender, () => trust.reconsider(id, capabilities, person)),
  'servers:remove': async ({ id }, sender) => {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
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

function decided(sender: Sender, decide: () => Acceptance | Refusal): Result<null> {
  if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
  try {
    return answers[decide()]()
  } catch (thrown) {
    return failed(asGatewayError(thrown))
  }
}

const answers: Readonly<Record<Acceptance | Refusal, () => Result<null>>> = {
  accepted: () => ok(null),
  rejected: () => ok(null),
  reconsidered: () => ok(null),
  changed: () => failed(new GatewayError('RISK.MANIFEST_CHANGED')),
  'no-server': () => failed(new GatewayError('PROTOCOL.SERVER_NOT_FOUND')),
}

function serverResult(registry: Registry, id: string) {
  const server = registry.link(id)?.server
  return server ? ok(server) : failed(new GatewayError('PROTOCOL.SERVER_NOT_FOUND'))
}
