/** Opens services: a person's changes to services in the window, and importing those of a client. */
import { homedir } from 'node:os'
import type { Services } from '@shared/servers/service.js'
import { type Connections, homeOf } from '../../connect/connections.js'
import { ServiceImports } from '../../connect/import/service-imports.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { ServicesStore } from '../../storage/services/services-store.js'
import { systemClock } from '../../storage/system-clock.js'
import { ServiceRepository } from './service-repository.js'

export interface OpenedServices {
  readonly repository: ServiceRepository
  readonly imports: ServiceImports
}

export function openServices(
  { services, store }: { readonly services: Services; readonly store: ServicesStore },
  { profile, secrets, connections }: { profile: string; secrets: SecretStore; connections: Connections },
): OpenedServices {
  const now = () => systemClock.now()
  return {
    repository: new ServiceRepository({ store, services, secrets, now, named: false }),
    imports: new ServiceImports({
      profile,
      home: homeOf(homedir()),
      now,
      services: store,
      secrets,
      bridgeOf: (program, name) => connections.bridgeOf(program === 'file' ? 'other' : program, name),
      ensureKey: (program, name) => connections.ensureKey(program, name),
      running: () => connections.running(),
    }),
  }
}
