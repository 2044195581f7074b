/**
 * Orders and events for the people who answer, and where: on phones, on Discord, and in windows of other computers. Also
 * for gateways on other computers, whose requests are answered here.
 */

import { type DiscordSettings, type DiscordView, discordLimits } from '@shared/approvals/discord.js'
import { type PairingView, type PeopleView, peopleLimits } from '@shared/clients/people.js'
import type { ListedPerson } from '@shared/clients/person.js'
import { personRoles } from '@shared/clients/person-role.js'
import type { NewInvitation, RemoteView } from '@shared/remote/door-state.js'
import { type GatewayIdentity, gatewayLimits, type ListedGateway } from '@shared/remote/gateway.js'
import { as, flag, id, integer, list, nothing, object, offered, oneOf, text } from './payload-schema.js'
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
  'discord:state': { by: ['window'], takes: nothing, returns: of<DiscordView>() },
  /** Stores the token of the bot in the credential store, and connects; an empty one removes it. */
  'discord:keep-token': {
    by: ['window'],
    takes: object({ token: text({ maxLength: discordLimits.token }) }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  /** Switches it and its log on or off, and chooses the channel. */
  'discord:change': {
    by: ['window'],
    takes: as<Partial<DiscordSettings>>(
      object({}, { enabled: flag, channel: offered({ pattern: '^[0-9]{0,20}$' }), log: flag }),
    ),
    returns: of<null>(),
  },
  /** Makes a one-time code, with which the person links their account. */
  'discord:link': { by: ['window'], takes: object({ person: id }), returns: of<null>() },
  'discord:cancel-link': { by: ['window'], takes: nothing, returns: of<null>() },
  /** `id` of the account's way. */
  'discord:unlink': { by: ['window'], takes: object({ id }), returns: of<null>() },
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
  'gateways:list': { by: ['window'], takes: nothing, returns: of<readonly ListedGateway[]>() },
  /** Pairs this computer by a code of the gateway, and opens its window. */
  'gateways:add': {
    by: ['window'],
    takes: object({
      address: text({ minLength: 1, maxLength: gatewayLimits.address }),
      code: text({ minLength: 1, maxLength: gatewayLimits.code }),
    }),
    returns: of<ListedGateway>(),
  },
  /** Shows its window. */
  'gateways:open': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Deletes the key of this computer, and closes its window. */
  'gateways:remove': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Connects now. */
  'gateways:reconnect': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** The same from the window of a gateway. */
  'gateway:reconnect': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const peopleEvents = {
  'people:changed': { to: ['window', 'stdin'], carries: of<PeopleView>() },
  'discord:changed': { to: ['window'], carries: of<DiscordView>() },
  'remote:changed': { to: ['window'], carries: of<RemoteView>() },
  'gateways:changed': { to: ['window'], carries: of<readonly ListedGateway[]>() },
  /** The link or the person of the gateway that this window belongs to. */
  'gateway:changed': { to: ['window', 'pop-up'], carries: of<GatewayIdentity>() },
} satisfies EventTable
