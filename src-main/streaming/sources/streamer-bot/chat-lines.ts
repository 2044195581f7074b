/**
 * Chat lines: what an event of Streamer.bot says.
 *
 * Guards invariant 7: members are read one by one, whatever their types. Streamer.bot changed the shape of a line with
 * 1.0, and documents none for Kick, so each member is looked for where some version has it. A line without an id, or
 * without the id of its author, is none.
 */
import { isObject } from '@contract/json/json-object.js'
import { type AudienceMessage, audienceLimits, type Platform } from '@shared/streaming/audience.js'
import { accountKey, authorOf, type OwnAccounts } from '../chat-authors.js'
import { type Frame, objectIn, textIn } from '../frames.js'

/** Source and type of the event that is a line of chat. */
const lineEvents: Readonly<Record<string, Platform>> = {
  'Twitch.ChatMessage': 'twitch',
  'YouTube.Message': 'youtube',
  'Kick.ChatMessage': 'kick',
}

/** What is subscribed to, one request for each platform: an older version knows fewer. */
export const subscriptions: readonly Readonly<Record<string, readonly string[]>>[] = [
  { Twitch: ['ChatMessage'] },
  { YouTube: ['Message'] },
  { Kick: ['ChatMessage'] },
]

/** Badges that are read of an account. */
const maxBadges = 32

/** Whether it says something that is not an answer. */
export const isEvent = (frame: Frame): boolean => Object.hasOwn(frame, 'event')

/** @param named accounts that the owner excludes */
export function chatLine(frame: Frame, own: OwnAccounts, named: readonly string[]): AudienceMessage | undefined {
  const event = objectIn(frame, 'event')
  const name = `${textIn(event, 'source')}.${textIn(event, 'type')}`
  const platform = Object.hasOwn(lineEvents, name) ? lineEvents[name] : undefined
  if (!platform) return undefined
  const data = objectIn(frame, 'data')
  const older = objectIn(data, 'message')
  const user = isObject(data.user) ? data.user : isObject(older.user) ? older.user : older
  const id = textIn(data, 'messageId', 'eventId', 'msgId', 'id') || textIn(older, 'msgId', 'messageId', 'id')
  const userId = textIn(user, 'id', 'userId')
  if (id === '' || userId === '' || id.length > audienceLimits.id || userId.length > audienceLimits.id) return undefined
  const names = [textIn(user, 'name', 'displayName'), textIn(user, 'login', 'username', 'userName')].map(bounded)
  const meta = objectIn(data, 'meta')
  const says = (member: string): boolean => [data, meta, older].some((one) => one[member] === true)
  return {
    id,
    platform,
    userId,
    userName: names.find((shown) => shown !== '') ?? userId,
    text: (textIn(data, 'text', 'message') || textIn(older, 'message', 'text')).slice(0, audienceLimits.text),
    sentAt: timeIn(textIn(data, 'createdAt', 'publishedAt')),
    author: authorOf(
      {
        platform,
        id: userId,
        names,
        badges: badgesOf(user),
        isStreamer: user.isOwner === true || user.role === broadcasterRole,
        isOfProgram: says('internal') || says('isInternal') || says('isTest'),
      },
      own,
      named,
    ),
    ...((says('isFromSharedChatGuest') || isOfOtherChannel(platform, data, own)) && { isFromElsewhere: true }),
  }
}

/** 1 viewer, 2 VIP, 3 moderator. */
const broadcasterRole = 4

/** Shared chat names the channel in which a line was written. */
function isOfOtherChannel(platform: Platform, data: Frame, own: OwnAccounts): boolean {
  const source = textIn(objectIn(data, 'sharedChatSource'), 'id')
  return source !== '' && !own.streamers.has(accountKey(platform, source))
}

const bounded = (name: string): string => name.slice(0, audienceLimits.name)

const badgesOf = ({ badges }: Frame): readonly string[] =>
  Array.isArray(badges) ? badges.slice(0, maxBadges).map((badge) => (isObject(badge) ? textIn(badge, 'name') : '')) : []

/** Milliseconds since 1970; undefined for what is no time. */
export function timeIn(text: string): number | undefined {
  const time = text.length <= 40 ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

export interface KnownChannels {
  readonly own: OwnAccounts
  readonly channels: readonly { readonly platform: Platform; readonly name: string }[]
}

export const noChannels: KnownChannels = { own: { streamers: new Set(), bots: new Set() }, channels: [] }

/** What an answer to `GetBroadcaster` says: the channels, and the accounts that are no viewers. */
export function channelsIn(answer: Frame): KnownChannels {
  const streamers = new Set<string>()
  const bots = new Set<string>()
  const channels: KnownChannels['channels'][number][] = []
  for (const platform of ['twitch', 'youtube', 'kick'] as const) {
    const accounts = objectIn(objectIn(answer, 'platforms'), platform)
    const id = textIn(accounts, 'broadcastUserId', 'broadcasterUserId')
    const bot = textIn(accounts, 'botUserId')
    if (id === '') continue
    streamers.add(accountKey(platform, id))
    if (bot !== '' && bot !== id) bots.add(accountKey(platform, bot))
    const name = textIn(accounts, 'broadcastUser', 'broadcastUserName', 'broadcasterUserName', 'broadcasterLogin')
    channels.push({ platform, name: bounded(name) })
  }
  return { own: { streamers, bots }, channels }
}
