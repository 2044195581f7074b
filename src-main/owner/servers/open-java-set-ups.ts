/** Opens Java set-ups: connects the set-ups of local Java servers with the program's servers. */

import type { Gateway } from '../../gateway/gateway.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { ServerSetup } from '../../providers/java/setup/server-setup.js'
import type { SettingsStore } from '../../storage/settings-store.js'
import { desktop } from '../orders/giver.js'
import { JavaSetUps } from './java-set-ups.js'
import type { PersistentServers } from './persistent-servers.js'

export interface JavaSetUpsSource {
  readonly gateway: Pick<Gateway, 'registry'>
  readonly settings: Pick<SettingsStore, 'get'>
  readonly servers: PersistentServers
  readonly profile: string
  readonly clock: Clock
  readonly log: Log
}

export function openJavaSetUps({ gateway, settings, servers, profile, clock, log }: JavaSetUpsSource): JavaSetUps {
  const serverOf = (id: string) => gateway.registry.link(id)?.server
  return new JavaSetUps({
    setup: new ServerSetup({ profile, withManagement: true, now: () => clock.now() }),
    repository: {
      add: (given) => servers.add(given, desktop),
      remove: (id) => servers.remove(id),
      reconnect: (id) => servers.reconnect(id),
      entry: (id) => settings.get().servers.find((server) => server.id === id),
    },
    stateOf: (id) => {
      const state = serverOf(id)?.state ?? 'offline'
      return state === 'degraded' ? 'online' : state
    },
    problemOf: (id) => serverOf(id)?.problem,
    clock,
    log,
  })
}
