/** Queue drain: changes that the command line queued for the desktop program. */
import type { Composed } from '../../compose/composed.js'
import type { Log } from '../../gateway/ports/runtime.js'
import type { openServices } from '../../owner/servers/open-services.js'
import type { PersistentServers } from '../../owner/servers/persistent-servers.js'
import { createServiceCommands } from '../../owner/servers/service-commands.js'
import { createQueueDrain } from '../../storage/command-queue.js'
import { systemClock } from '../../storage/system-clock.js'

export interface DesktopQueueOptions {
  readonly composed: Pick<Composed, 'removeBackup'>
  readonly servers: PersistentServers
  readonly services: ReturnType<typeof openServices>
  readonly profile: string
  readonly log: Log
}

export const createDesktopQueueDrain = ({ composed, servers, services, profile, log }: DesktopQueueOptions) =>
  createQueueDrain(profile, log, {
    add: (server) => servers.isRemembered(servers.add(server)),
    remove: (id) => servers.remove(id),
    removeBackup: composed.removeBackup,
    service: createServiceCommands({ ...services, clock: systemClock, log }),
  })
