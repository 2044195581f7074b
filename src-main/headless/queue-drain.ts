/** Queue drain: changes that the command line queued for a headless program. */
import type { Composed } from '../compose/composed.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { PersistentServers } from '../owner/servers/persistent-servers.js'
import { createServiceCommands } from '../owner/servers/service-commands.js'
import { ServiceRepository } from '../owner/servers/service-repository.js'
import { createQueueDrain } from '../storage/command-queue.js'
import { readSecretsFile, writeSecretsFile } from '../storage/secrets-file.js'

export interface HeadlessQueueOptions {
  readonly composed: Pick<Composed, 'services' | 'removeBackup'>
  readonly profile: string
  readonly servers: Pick<PersistentServers, 'add' | 'isRemembered' | 'remove'>
  readonly secrets: SecretStore
  /** The services come from a file that the command line names. */
  readonly hasServicesFile: boolean
  readonly clock: Clock
  readonly log: Log
}

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

/**
 * The same for servers. The secret that the desktop program stored under the name is obsolete then, and is deleted: it
 * would be sent to a server that was removed or has another address now.
 */
export function memoryServerSecrets(profile: string): SecretStore {
  const secrets = memorySecrets()
  const deleteStored = (name: string) => {
    const { [name]: stored, ...others } = readSecretsFile(profile)
    if (stored !== undefined) writeSecretsFile(profile, others)
  }
  return {
    get: secrets.get,
    set(name, secret) {
      deleteStored(name)
      return secrets.set(name, secret)
    },
    delete(name) {
      deleteStored(name)
      secrets.delete(name)
    },
  }
}

export function createHeadlessQueueDrain(options: HeadlessQueueOptions): ReturnType<typeof createQueueDrain> {
  const { composed, profile, servers, secrets, hasServicesFile, clock, log } = options
  const { services } = composed
  return createQueueDrain(profile, log, {
    withoutWindow: true,
    add: (given) => servers.isRemembered(servers.add(given)),
    remove: (id) => servers.remove(id),
    removeBackup: composed.removeBackup,
    service: createServiceCommands({
      repository: new ServiceRepository({
        store: services.store,
        services: services.services,
        secrets,
        now: () => clock.now(),
        named: hasServicesFile,
      }),
      clock,
      log,
    }),
  })
}
