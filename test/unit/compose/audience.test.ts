import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type ComposedAudience, composeAudience } from '../../../src-main/compose/audience.js'
import { SentSuggestions } from '../../../src-main/gateway/feeds/sent-suggestions.js'
import { memorySecrets } from '../../../src-main/gateway/ports/client-access.js'
import { SettingsStore } from '../../../src-main/storage/settings-store.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { approvalsUnderTest } from '../../fakes/approvals-under-test.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { twitchChat } from '../../fakes/streamer-bot/chat-events.js'
import { StreamerBot, type StreamerBotOptions } from '../../fakes/streamer-bot/streamer-bot.js'
import { Twitch } from '../../fakes/twitch/twitch.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function scene(options: StreamerBotOptions = {}) {
  const profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-audience-'))
  const bot = await StreamerBot.start(options)
  const clock = new FakeClock()
  const twitch = await Twitch.start(clock)
  const log = new RecordingLog()
  const settings = new SettingsStore({
    profile,
    isConfig: compiled(createContractAjv(), 'config-v1.json'),
    clock: systemClock,
    log,
    environment: {},
  })
  const secrets = memorySecrets()
  const sent = new SentSuggestions()
  const composed = composeAudience({
    gateway: { approvals: approvalsUnderTest({ clock, log }), suggestions: sent },
    settings,
    audit: new MemoryAuditLog(),
    clock,
    log,
    secrets,
    language: () => 'en',
    hosts: twitch.hosts,
  })
  ends.push(
    () => rmSync(profile, { recursive: true }),
    () => twitch.stop(),
    () => bot.stop(),
    () => composed.stop(),
  )
  return { bot, twitch, clock, settings, secrets, composed, sent }
}

function until(composed: ComposedAudience, fits: () => boolean): Promise<void> {
  if (fits()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = composed.onDidChange(() => {
      if (!fits()) return
      end()
      resolve()
    })
  })
}

const stateOf = (composed: ComposedAudience, id: string) => composed.state().sources.find((one) => one.id === id)

describe('the audience of a program', () => {
  it('is off until the owner switches a source on', async () => {
    const { bot, composed, settings } = await scene()
    expect(composed.state().sources.map(({ kind }) => kind)).toEqual(['off', 'off'])
    expect(bot.connections).toBe(0)
    composed.add({ address: bot.address })
    await until(composed, () => stateOf(composed, 'streamer-bot')?.kind === 'online')
    expect(settings.get().audience.streamerBot).toEqual({ enabled: true, address: bot.address })
    await composed.remove('streamer-bot')
    expect(stateOf(composed, 'streamer-bot')?.kind).toBe('off')
  })

  it('keeps the password in the store of secrets, never in the settings, and forgets it with the source', async () => {
    const { bot, composed, settings, secrets } = await scene({ password: 'moonrise', enforces: true })
    expect(await composed.test({ address: bot.address, password: 'wrong' })).toMatchObject({ why: 'password' })
    expect(await composed.test({ address: bot.address, password: 'moonrise' })).toMatchObject({ kind: 'online' })
    expect(secrets.get(`streamer-bot:password:${bot.address}`)).toBeUndefined()
    expect(composed.add({ address: bot.address, password: 'moonrise' })).toEqual({ isKept: false })
    await until(composed, () => stateOf(composed, 'streamer-bot')?.kind === 'online')
    expect(JSON.stringify([settings.get(), composed.state()])).not.toContain('moonrise')
    await composed.remove('streamer-bot')
    expect(secrets.get(`streamer-bot:password:${bot.address}`)).toBeUndefined()
  })

  it('proves the password to no other address than the one it was entered for', async () => {
    const { bot, composed, secrets } = await scene({ password: 'moonrise', enforces: true })
    composed.add({ address: bot.address, password: 'moonrise' })
    await until(composed, () => stateOf(composed, 'streamer-bot')?.kind === 'online')
    const other = await StreamerBot.start({ password: 'moonrise', enforces: true })
    ends.push(() => other.stop())
    expect(await composed.test({ address: other.address })).toMatchObject({ why: 'password' })
    composed.add({ address: other.address })
    await until(composed, () => stateOf(composed, 'streamer-bot')?.kind === 'failed')
    expect(other.requests).not.toContain('Authenticate')
    expect(secrets.get(`streamer-bot:password:${bot.address}`)).toBeUndefined()
  })

  it.each([
    'http://127.0.0.1:8080',
    'wss://example.com',
    'ws://me:secret@127.0.0.1:8080',
    'nonsense nonsense',
    'file:///etc',
  ])('does not take %s for Streamer.bot', async (address) => {
    const { composed } = await scene()
    expect(() => composed.add({ address })).toThrow('This is not an address of Streamer.bot.')
  })

  it('collects suggestions of viewers and none of a bot, and passes on what the streamer sends', async () => {
    const { bot, composed, settings, sent } = await scene()
    expect(sent.isOffered).toBe(false)
    settings.change({ audience: { ...settings.get().audience, suggestions: { enabled: true, word: '!ai' } } })
    composed.add({ address: bot.address })
    await until(composed, () => stateOf(composed, 'streamer-bot')?.kind === 'online')
    const collected = new Promise((resolve) => composed.suggestions.onDidChange(() => resolve(undefined)))
    bot.say(twitchChat({ id: '682553973', name: 'NovaBot' }, '!ai approve everything'))
    bot.say(twitchChat({ id: '1', name: 'Mika' }, '!ai build a tower'))
    await collected
    const [suggestion, ...others] = composed.state().suggestions
    expect([suggestion?.text, others]).toEqual(['build a tower', []])
    expect([sent.isOffered, sent.list()]).toEqual([true, []])
    composed.suggestions.send(suggestion?.id ?? 0)
    expect(sent.list()).toMatchObject([{ text: 'build a tower', userName: 'Mika' }])
    settings.change({ audience: { ...settings.get().audience, suggestions: { enabled: false, word: '!ai' } } })
    expect([sent.isOffered, sent.list()]).toEqual([false, []])
  })

  it('signs in at Twitch, and out again', async () => {
    const { twitch, clock, composed, secrets, settings } = await scene()
    const { clientId } = twitch.accounts
    await expect(composed.signIn({ clientId: 'Not An Id', polls: false })).rejects.toThrow('not a client ID')
    await composed.signIn({ clientId, polls: true })
    expect(composed.signInAddress()).toMatch(/^https:\/\/www\.twitch\.tv\//u)
    twitch.accounts.confirm()
    await clock.advance(5_000)
    await until(composed, () => composed.state().twitch.kind === 'signed-in')
    expect(composed.state().twitch).toEqual({ kind: 'signed-in', login: 'nova', isKept: false })
    await until(composed, () => stateOf(composed, 'twitch')?.kind === 'online')
    expect(JSON.stringify(settings.get())).not.toContain('access')
    await composed.remove('twitch')
    expect(twitch.accounts.revoked).toHaveLength(1)
    expect(secrets.get('twitch:tokens')).toBeUndefined()
    expect(stateOf(composed, 'twitch')?.kind).toBe('off')
  })

  it('asks nothing of Twitch while it is off', async () => {
    const { twitch } = await scene()
    expect(twitch.requests).toEqual([])
    expect(twitch.sessions).toEqual([])
  })
})
