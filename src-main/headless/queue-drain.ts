/** Queue drain: changes that the command line queued for a headless program. */
import { GatewayError } from '@contract/gateway-error.js'
import { isRconAddress, serverIdOfAddress } from '@shared/servers/address-id.js'
import type { Composed } from '../compose/composed.js'
import { createServiceCommands } from '../compose/service-commands.js'
import { ServiceRepository } from '../compose/service-repository.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { createQueueDrain } from '../storage/command-queue.js'
import type { TokenFor } from '../storage/pairing-tokens.js'

export interface HeadlessQueueOptions {
  readonly composed: Composed
  readonly profile: string
  readonly tokenFor: TokenFor
  readonly serviceSecrets: SecretStore
  /** The services come from a file that the command line names. */
  readonly hasServicesFile: boolean
  readonly clock: Clock
  readonly log: Log
}

const belongsToTheDesktop = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This server was added in the tray program, which keeps its token.',
  suggestion: 'Stop this program, start the tray program, and remove the server there.',
})

/** Secrets that are handed over live as long as this program: there is no credential store here. */
export function memorySecrets(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    get: (name) => secrets.get(name),
    set(name, secret) {
      secrets.set(name, secret)
      return false
    },
    delete: (name) => void secrets.delete(name),
  }
}

export function createHeadlessQueueDrain(options: HeadlessQueueOptions): ReturnType<typeof createQueueDrain> {
  const { composed, profile, tokenFor, serviceSecrets, hasServicesFile, clock, log } = options
  const { servers, settings, services } = composed
  return createQueueDrain(profile, log, {
    withoutWindow: true,
    add({ server, secrets }) {
      const id = serverIdOfAddress(server.address)
      servers.remove(id)
      const token = isRconAddress(server.address) ? secrets.token : tokenFor(secrets.token)
      servers.add({ ...server, id }, { ...secrets, token })
      return false
    },
    async remove(id) {
      if (settings.get().servers.some((server) => server.id === id)) throw belongsToTheDesktop
      servers.remove(id)
    },
    removeBackup: composed.removeBackup,
    service: createServiceCommands({
      repository: new ServiceRepository({
        ...{ store: services.store, services: services.services, secrets: serviceSecrets },
        now: () => clock.now(),
        named: hasServicesFile,
      }),
      ...{ clock, log },
    }),
  })
}
