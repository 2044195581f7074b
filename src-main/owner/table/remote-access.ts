/** Orders and events for the door through which people come in from other computers. */
import { peopleLimits } from '@shared/clients/people.js'
import { personRoles } from '@shared/clients/person-role.js'
import type { NewInvitation, RemoteView } from '@shared/remote/door-state.js'
import { flag, id, integer, list, nothing, object, offered, oneOf, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const remoteAccessOrders = {
  'remote:state': { by: ['window', 'command-line'], takes: nothing, returns: of<RemoteView>() },
  /** Omitted members stay unchanged. `host`: empty for every address of this computer. */
  'remote:switch': {
    by: ['window', 'command-line'],
    takes: object(
      {},
      {
        enabled: flag,
        port: integer({ minimum: 0, maximum: 65_535 }),
        host: offered({ maxLength: 64 }),
        aiClients: flag,
      },
    ),
    returns: of<RemoteView>(),
  },
  /**
   * Invites a new person by `name`, or gives another computer to `person`, and ends an earlier invitation. The command
   * line invites only the first owner of a program without a window.
   */
  'remote:invite': {
    by: ['window', 'command-line'],
    takes: object(
      {},
      {
        name: text({ minLength: 1, maxLength: peopleLimits.name }),
        role: oneOf(personRoles),
        servers: list(id, { maxItems: 256 }),
        person: id,
      },
    ),
    returns: of<NewInvitation>(),
  },
  'remote:cancel': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const remoteAccessEvents = {
  'remote:changed': { to: ['window'], carries: of<RemoteView>() },
} satisfies EventTable
