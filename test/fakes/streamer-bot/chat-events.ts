/**
 * Events of Streamer.bot about chat, as it sends them.
 *
 * Twitch since 1.0: `data.{messageId, text, user, meta, broadcaster, isFromSharedChatGuest}`; before: `data.message.{msgId,
 * userId, displayName, message}` (types of @streamerbot/client 2.0.1, release notes of Streamer.bot 1.0.0 about shared
 * chat, and two overlays that read both). YouTube: `data.{eventId, message, publishedAt, user}` (the same types). Kick has
 * no published type: `data.{messageId, text, user}` is what overlays read, others read `data.message.{…}`.
 */

export interface Chatter {
  readonly id: string
  readonly name: string
  /** 1 viewer, 2 VIP, 3 moderator, 4 broadcaster. */
  readonly role?: number
  readonly badges?: readonly string[]
}

export interface ChatExtra {
  readonly id?: string
  /** ISO 8601, by the clock of the platform. */
  readonly at?: string
  /** Sent by Streamer.bot itself, for example by an action. */
  readonly isInternal?: boolean
  readonly isTest?: boolean
  readonly isFromSharedChatGuest?: boolean
}

export interface StreamerBotEvent {
  readonly event: { readonly source: string; readonly type: string }
  readonly data: Readonly<Record<string, unknown>>
}

let last = 0
const newId = (): string => {
  last += 1
  return `0b8cb7a5-2e3a-4d0f-9b61-${`${last}`.padStart(12, '0')}`
}
const badgesOf = ({ badges = [] }: Chatter) =>
  badges.map((name) => ({ name, version: '1', imageUrl: 'https://static-cdn.jtvnw.net/badges/v1/x/3', info: '' }))

/** Of Streamer.bot 1.0 and later. */
export function twitchChat(chatter: Chatter, text: string, extra: ChatExtra = {}): StreamerBotEvent {
  const { id = newId(), at = new Date().toISOString(), isInternal = false, isTest = false } = extra
  const shared = {
    isInSharedChat: extra.isFromSharedChatGuest === true,
    isSharedChatHost: false,
    isFromSharedChatGuest: extra.isFromSharedChatGuest === true,
  }
  return {
    event: { source: 'Twitch', type: 'ChatMessage' },
    data: {
      user: {
        role: chatter.role ?? 1,
        badges: badgesOf(chatter),
        color: '#9147FF',
        subscribed: false,
        subscriptionTier: '',
        monthsSubscribed: 0,
        id: chatter.id,
        login: chatter.name.toLowerCase(),
        name: chatter.name,
        type: 'twitch',
      },
      messageId: id,
      meta: {
        internal: isInternal,
        firstMessage: false,
        isHighlighted: false,
        isMe: false,
        ...shared,
        createdAt: at,
        isTest,
      },
      anonymous: false,
      text,
      emotes: [],
      parts: [{ type: 'text', text }],
      isReply: false,
      broadcaster: { id: '695682330', login: 'nova', name: 'Nova', type: 'twitch' },
      ...shared,
      ...(extra.isFromSharedChatGuest && { sharedChatSource: { id: '4711', login: 'guest', name: 'Guest' } }),
      createdAt: at,
      isTest,
    },
  }
}

/** Of Streamer.bot before 1.0: no time in it. */
export const olderTwitchChat = (chatter: Chatter, text: string, extra: ChatExtra = {}): StreamerBotEvent => ({
  event: { source: 'Twitch', type: 'ChatMessage' },
  data: {
    message: {
      internal: extra.isInternal === true,
      msgId: extra.id ?? newId(),
      userId: chatter.id,
      username: chatter.name.toLowerCase(),
      role: chatter.role ?? 1,
      subscriber: false,
      displayName: chatter.name,
      color: '#9147FF',
      channel: 'nova',
      message: text,
      isMe: false,
      isAnonymous: false,
      isReply: false,
      bits: 0,
      emotes: [],
      badges: badgesOf(chatter),
      isTest: extra.isTest === true,
    },
  },
})

export const youTubeChat = (
  chatter: Chatter & { readonly isOwner?: boolean },
  text: string,
  extra: ChatExtra = {},
): StreamerBotEvent => ({
  event: { source: 'YouTube', type: 'Message' },
  data: {
    eventId: extra.id ?? newId(),
    message: text,
    publishedAt: extra.at ?? new Date().toISOString(),
    user: {
      id: chatter.id,
      name: chatter.name,
      url: `https://www.youtube.com/channel/${chatter.id}`,
      profileImageUrl: '',
      isModerator: chatter.role === 3,
      isOwner: chatter.isOwner === true,
      isSponsor: false,
      isVerified: false,
    },
  },
})

export const kickChat = (chatter: Chatter, text: string, extra: ChatExtra = {}): StreamerBotEvent => ({
  event: { source: 'Kick', type: 'ChatMessage' },
  data: {
    messageId: extra.id ?? newId(),
    text,
    isInternal: extra.isInternal === true,
    user: {
      id: chatter.id,
      login: chatter.name.toLowerCase(),
      name: chatter.name,
      role: chatter.role ?? 1,
      badges: badgesOf(chatter),
      type: 'kick',
    },
    parts: [{ type: 'text', text }],
    createdAt: extra.at ?? new Date().toISOString(),
  },
})
