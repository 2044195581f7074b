/** Orders and events for Discord: the owner's bot, its channel, and the accounts of people. */
import { type DiscordSettings, type DiscordView, discordLimits } from '@shared/approvals/discord.js'
import { as, flag, id, nothing, object, offered, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const discordOrders = {
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
} satisfies OrderTable

export const discordEvents = {
  'discord:changed': { to: ['window'], carries: of<DiscordView>() },
} satisfies EventTable
