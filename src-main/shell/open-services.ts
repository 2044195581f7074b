/** Services of this computer: what a person does with them in the window, and moving those of a client here. */
import { homedir } from 'node:os'
import type { Composed } from '../compose.js'
import { type Connections, homeOf } from '../connect/connections.js'
import { ServiceImports } from '../connect/import/service-imports.js'
import type { SecretStore } from '../gateway/ports.js'
import { ServiceBook } from '../service-book.js'
import { systemClock } from '../storage/system-clock.js'

export interface OpenedServices {
  readonly book: ServiceBook
  readonly imports: ServiceImports
}

export function openServices(
  composed: Pick<Composed, 'services'>,
  { profile, secrets, connections }: { profile: string; secrets: SecretStore; connections: Connections },
): OpenedServices {
  const { services, store } = composed.services
  const now = () => systemClock.now()
  return {
    book: new ServiceBook({ store, services, secrets, now, named: false }),
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
