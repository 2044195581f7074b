/** Opens Java set-ups: connects the set-ups of local Java servers with the program's servers. */
import type { Composed } from '../../compose/composed.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { ServerSetup } from '../../providers/java/setup/server-setup.js'
import { systemClock } from '../../storage/system-clock.js'
import { JavaSetUps } from './java-set-ups.js'
import type { PersistentServers } from './persistent-servers.js'

export interface JavaSetUpsSource {
  readonly composed: Composed
  readonly servers: PersistentServers
  readonly profile: string
  readonly log: Log
}

export function openJavaSetUps({ composed, servers, profile, log }: JavaSetUpsSource): JavaSetUps {
  const { gateway, settings } = composed
  const serverOf = (id: string) => gateway.registry.link(id)?.server
  return new JavaSetUps({
    setup: new ServerSetup({ profile, withManagement: true, now: () => systemClock.now() }),
    repository: {
      add: (given) => servers.add(given),
      remove: (id) => servers.remove(id),
      reconnect: (id) => composed.servers.reconnect(id),
      entry: (id) => settings.get().servers.find((server) => server.id === id),
    },
    stateOf: (id) => {
      const state = serverOf(id)?.state ?? 'offline'
      return state === 'degraded' ? 'online' : state
    },
    problemOf: (id) => serverOf(id)?.problem,
    clock: systemClock,
    log,
  })
}
