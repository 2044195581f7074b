/** Orders about Discord. Guards invariant 8: the token of the bot is never sent to a page. */
import type { Person } from '@shared/approvals/approval.js'
import type { DiscordSettings, DiscordView } from '@shared/approvals/discord.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface DiscordAccess {
  readonly view: DiscordView
  keepToken(token: string): boolean
  change(change: Partial<DiscordSettings>): void
  link(person: string, by: Person): void
  cancelLink(): void
  unlink(way: string, by: Person): void
}

export const discordOrders = (discord: DiscordAccess): OrdersAbout<'discord'> => ({
  'discord:state': () => discord.view,
  'discord:keep-token': ({ token }) => ({ isKept: discord.keepToken(token) }),
  'discord:change': (change) => discord.change(change),
  'discord:link': ({ person }, giver) => discord.link(person, personOf(giver)),
  'discord:cancel-link': () => discord.cancelLink(),
  'discord:unlink': ({ id }, giver) => discord.unlink(id, personOf(giver)),
})
