/** Compose audience: the sources of chat, by the settings and the secrets of the owner, and the votes of viewers. */

import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { SourceState } from '@shared/streaming/audience.js'
import { streamerBotAddress } from '@shared/streaming/streamer-bot-address.js'
import { type VoteQuestion, voteSentenceOf } from '@shared/streaming/votes.js'
import type { AppLanguage } from '@shared/text/language.js'
import en from '@shared/words/en.json' with { type: 'json' }
import zh from '@shared/words/zh.json' with { type: 'json' }
import type { Gateway } from '../gateway/gateway.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { AudienceAccess } from '../owner/orders/streaming.js'
import type { SettingsStore } from '../storage/settings-store.js'
import { Audience } from '../streaming/audience/audience.js'
import { Suggestions } from '../streaming/audience/suggestions.js'
import { Votes } from '../streaming/audience/votes.js'
import { StreamerBotSource } from '../streaming/sources/streamer-bot/streamer-bot-source.js'
import { TwitchAccount } from '../streaming/sources/twitch/twitch-account.js'
import { sendToTwitch, type TwitchHosts, twitchHosts } from '../streaming/sources/twitch/twitch-http.js'
import { TwitchSource } from '../streaming/sources/twitch/twitch-source.js'

/** Name of the password in the credential store: it is proved to the address that it was entered for, and to no other. */
const passwordName = (address: string): string => `streamer-bot:password:${address}`
/** Milliseconds of a test. */
const testMs = 15_000

export interface ComposeAudienceOptions {
  readonly gateway: Pick<Gateway, 'approvals' | 'suggestions'>
  readonly settings: SettingsStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly secrets: SecretStore
  readonly language: () => AppLanguage
  readonly hosts?: TwitchHosts
}

export interface ComposedAudience extends AudienceAccess {
  readonly audience: Audience
  readonly votes: Votes
  readonly suggestions: Suggestions
  /** Without the suggestions, which come as fast as viewers write. */
  onDidChange(listener: () => void): () => void
  stop(): void
}

export function composeAudience(options: ComposeAudienceOptions): ComposedAudience {
  const { gateway, settings, clock, log, secrets, hosts = twitchHosts } = options
  const audience = new Audience()
  const votes = composeVotes(options, audience)
  const of = () => settings.get().audience
  const parts = { clock, log, chance: Math.random, bots: () => of().bots }
  const passwordOf = (address: string): string | undefined => secrets.get(passwordName(address))
  const password = (): string | undefined => passwordOf(of().streamerBot.address)
  const streamerBot = new StreamerBotSource({ ...parts, settings: () => of().streamerBot, password })
  const account = new TwitchAccount({
    clock,
    log,
    secrets,
    hosts,
    clientId: () => of().twitch.clientId,
    send: sendToTwitch(hosts),
  })
  const twitch = new TwitchSource({
    ...parts,
    account,
    isEnabled: () => of().twitch.enabled,
    address: hosts.events,
  })
  const sources = { 'streamer-bot': streamerBot, twitch } as const
  const removals = Object.values(sources).map((source) => audience.add(source))
  const suggestions = new Suggestions({
    clock,
    settings: () => of().suggestions,
    newMark: randomUUID,
    sent: gateway.suggestions,
  })
  removals.push(audience.onDidReceive((message) => suggestions.receive(message)))
  let startedClient = ''
  function apply(): void {
    streamerBot.apply()
    const { enabled, clientId } = of().twitch
    const client = enabled ? clientId : ''
    if (client !== startedClient && account.state.kind !== 'signing-in') {
      startedClient = client
      // Nothing is asked of Twitch before it is switched on.
      if (client !== '') void account.start()
    }
    twitch.apply()
    gateway.suggestions.offer(of().suggestions.enabled)
    if (!of().suggestions.enabled) suggestions.clear()
  }
  const endFollowing = settings.onDidChange(apply)
  apply()

  function write(change: Partial<ReturnType<typeof of>>): void {
    if (!settings.change({ audience: { ...of(), ...change } })) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  }
  function checked(text: string): string {
    const address = streamerBotAddress(text)
    if (address === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST', badAddress)
    return address
  }

  return {
    audience,
    votes,
    suggestions,
    state: () => ({ sources: audience.states, twitch: account.state, suggestions: suggestions.list() }),
    onDidChange(listener) {
      const ends = [audience, account].map(({ onDidChange }) => onDidChange(() => listener()))
      return () => {
        for (const end of ends) end()
      }
    },
    async test(wanted) {
      const address = checked(wanted.address)
      const given = wanted.password === undefined ? passwordOf(address) : wanted.password || undefined
      const source = new StreamerBotSource({
        ...parts,
        settings: () => ({ enabled: true, address }),
        password: () => given,
      })
      try {
        return await firstResult(source, clock)
      } finally {
        source.stop()
      }
    },
    add(wanted) {
      const address = checked(wanted.address)
      const before = of().streamerBot.address
      let isKept = true
      if (wanted.password === '') secrets.delete(passwordName(address))
      else if (wanted.password !== undefined) isKept = secrets.set(passwordName(address), wanted.password)
      if (before !== address) secrets.delete(passwordName(before))
      write({ streamerBot: { enabled: true, address } })
      streamerBot.reconnect()
      return { isKept }
    },
    async remove(id) {
      if (id === 'streamer-bot') {
        write({ streamerBot: { ...of().streamerBot, enabled: false } })
        secrets.delete(passwordName(of().streamerBot.address))
        return
      }
      write({ twitch: { ...of().twitch, enabled: false } })
      await account.signOut()
    },
    connect: (id) => sources[id].reconnect(),
    async signIn({ clientId, polls }) {
      if (!isClientId(clientId)) throw new GatewayError('PROTOCOL.INVALID_REQUEST', badClientId)
      startedClient = clientId
      write({ twitch: { enabled: true, clientId } })
      await account.signIn({ polls })
    },
    cancelSignIn: () => account.cancel(),
    signInAddress: () => (account.state.kind === 'signing-in' ? account.state.address : undefined),
    stop() {
      votes.stop()
      endFollowing()
      for (const remove of removals) remove()
      account.stop()
      suggestions.clear()
      for (const source of Object.values(sources)) source.stop()
    },
  }
}

const isClientId = (text: string): boolean => /^[0-9a-z]{1,64}$/u.test(text)
function composeVotes({ gateway, language, ...parts }: ComposeAudienceOptions, audience: Audience): Votes {
  const pollWords = (question: VoteQuestion) => {
    const { vote } = language() === 'zh' ? zh : en
    const title = (vote.question as Readonly<Record<string, string>>)[voteSentenceOf(question)] ?? vote.title
    return { title, choices: [vote.yes, vote.no] }
  }
  return new Votes({ ...parts, audience, approvals: gateway.approvals, pollWords })
}

/** The first state that says whether it works. */
function firstResult(source: StreamerBotSource, clock: Clock): Promise<SourceState> {
  return new Promise((resolve) => {
    const done = (state: SourceState): void => {
      cancel()
      end()
      resolve(state)
    }
    const end = source.onDidChange((state) => {
      if (state.kind === 'online' || state.kind === 'failed') done(state)
    })
    const cancel = clock.after(testMs, () =>
      done({ id: 'streamer-bot', kind: 'failed', why: 'unreachable', retries: false }),
    )
    source.apply()
  })
}

const badClientId = {
  message: 'This is not a client ID of Twitch.',
  suggestion: 'Copy it from dev.twitch.tv/console: small letters and digits.',
}
const badAddress = {
  message: 'This is not an address of Streamer.bot.',
  suggestion: 'Copy address and port from Streamer.bot, for example ws://127.0.0.1:8080/.',
}
