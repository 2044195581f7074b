/** Opens services: a person's changes to services in the window, and importing those of a client. */
import { homedir } from 'node:os'
import type { Composed } from '../../compose/composed.js'
import { ServiceRepository } from '../../compose/service-repository.js'
import { type Connections, homeOf } from '../../connect/connections.js'
import { ServiceImports } from '../../connect/import/service-imports.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import { systemClock } from '../../storage/system-clock.js'

export interface OpenedServices {
  readonly repository: ServiceRepository
  readonly imports: ServiceImports
}

export function openServices(
  composed: Pick<Composed, 'services'>,
  { profile, secrets, connections }: { profile: string; secrets: SecretStore; connections: Connections },
): OpenedServices {
  const { services, store } = composed.services
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
