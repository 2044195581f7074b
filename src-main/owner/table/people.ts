/** Orders and events for the people who answer, their ways and the pairing of their phones. */
import { type PairingView, type PeopleView, peopleLimits } from '@shared/clients/people.js'
import type { ListedPerson } from '@shared/clients/person.js'
import { personRoles } from '@shared/clients/person-role.js'
import { id, list, nothing, object, oneOf, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const peopleOrders = {
  'people:list': { by: ['window'], takes: nothing, returns: of<PeopleView>() },
  'people:listed': { by: ['command-line'], takes: nothing, returns: of<readonly ListedPerson[]>() },
  /** Omitted members stay unchanged, but a role comes with its servers: all when they are omitted. */
  'people:change': {
    by: ['window'],
    takes: object(
      { id },
      {
        name: text({ minLength: 1, maxLength: peopleLimits.name }),
        role: oneOf(personRoles),
        servers: list(id, { maxItems: peopleLimits.servers }),
      },
    ),
    returns: of<ListedPerson>(),
  },
  /** Removes a person with all their ways. */
  'people:remove': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'people:remove-way': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /**
   * Begins to pair a phone and ends an earlier pairing; fails when phones cannot reach this computer. `person`: the
   * person whose phone it is; a new one when it is omitted.
   */
  'people:pair': { by: ['window'], takes: object({}, { person: id }), returns: of<PairingView>() },
  /** `check`: the characters that the person compared. Returns the person whose phone it is now. */
  'people:confirm': {
    by: ['window'],
    takes: object({ id, check: text({ pattern: '^[A-Z0-9]{4}$' }) }),
    returns: of<ListedPerson>(),
  },
  'people:cancel': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const peopleEvents = {
  'people:changed': { to: ['window', 'stdin'], carries: of<PeopleView>() },
} satisfies EventTable
