/** Queue drain: changes that the command line queued for the desktop program. */
import type { Composed } from '../../compose/composed.js'
import { createServiceCommands } from '../../compose/service-commands.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { createQueueDrain } from '../../storage/command-queue.js'
import { systemClock } from '../../storage/system-clock.js'
import type { openServices } from './open-services.js'
import type { PersistentServers } from './persistent-servers.js'

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
