/** Open Java set-ups: the set-ups of this computer's Java servers, tied to the program's servers. */
import type { Composed } from '../compose.js'
import type { Log } from '../gateway/ports.js'
import { ServerSetup } from '../providers/java/setup/server-setup.js'
import { systemClock } from '../storage/system-clock.js'
import { JavaSetUps } from './java-set-ups.js'
import type { RememberingServerBook } from './server-book.js'

export interface JavaSetUpsSource {
  readonly composed: Composed
  readonly book: RememberingServerBook
  readonly profile: string
  readonly log: Log
}

export function openJavaSetUps({ composed, book, profile, log }: JavaSetUpsSource): JavaSetUps {
  const { gateway, servers, settings } = composed
  const serverOf = (id: string) => gateway.registry.link(id)?.server
  return new JavaSetUps({
    setup: new ServerSetup({ profile, withManagement: true, now: () => systemClock.now() }),
    book: {
      addJava: book.addJava,
      remove: book.remove,
      reconnect: (id) => servers.reconnect(id),
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
