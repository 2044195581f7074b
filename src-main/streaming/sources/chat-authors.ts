/**
 * Chat authors: who wrote a line of chat.
 *
 * Guards invariant 6: an account that a program writes with is no viewer, as an AI may write with it. Those are the bot
 * accounts of the source, those that the owner names, well-known bots, and accounts with the platform's badge for bots.
 */
import type { AudienceMessage, Platform } from '@shared/streaming/audience.js'

/** Logins of bots that many channels have. */
const knownBots = new Set([
  'botrixoficial',
  'coebot',
  'deepbot',
  'fossabot',
  'kickbot',
  'mixitupbot',
  'moobot',
  'nightbot',
  'own3d',
  'phantombot',
  'pokemoncommunitygame',
  'sery_bot',
  'soundalerts',
  'streamelements',
  'streamlabs',
  'streamlootsbot',
  'tangiabot',
  'wizebot',
])

/** Badges that the platform gives to programs. */
const botBadges = new Set(['bot', 'bot-badge', 'chatbot'])

/** Ids of accounts of the source's own, by platform. */
export interface OwnAccounts {
  readonly streamers: ReadonlySet<string>
  readonly bots: ReadonlySet<string>
}

export interface ChatAccount {
  readonly platform: Platform
  readonly id: string
  /** Its login, and the name that is shown. */
  readonly names: readonly string[]
  readonly badges: readonly string[]
  /** The platform says so. */
  readonly isStreamer: boolean
  /** The source itself sent the line, or it is a test. */
  readonly isOfProgram: boolean
}

export const accountKey = (platform: Platform, id: string): string => `${platform} ${id}`

/** @param named names or ids of accounts that the owner excludes */
export function authorOf(account: ChatAccount, own: OwnAccounts, named: readonly string[]): AudienceMessage['author'] {
  const key = accountKey(account.platform, account.id)
  const names = account.names.map(plain)
  const excluded = named.map(plain)
  if (account.isOfProgram || own.bots.has(key)) return 'bot'
  if (names.some((name) => knownBots.has(name)) || account.badges.some((badge) => botBadges.has(plain(badge))))
    return 'bot'
  if (excluded.some((name) => name !== '' && (name === plain(account.id) || names.includes(name)))) return 'bot'
  return account.isStreamer || own.streamers.has(key) ? 'streamer' : 'viewer'
}

/** As people write a name: with or without the sign before it. */
const plain = (name: string): string => name.trim().replace(/^@/u, '').toLowerCase()
