/** The door of a Stream Deck, by what programs and pages of this computer send to it. */
import { request } from 'node:http'
import { type DeckSettings, type DeckVerb, deckVerbs, defaultDeck } from '@shared/streaming/deck.js'
import { describe, expect, it } from 'vitest'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { singleKeyIn } from '../../../src-main/storage/single-key.js'
import { StateDatabase } from '../../../src-main/storage/state-database.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { Deck } from '../../../src-main/streaming/deck/deck.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

const cleanUp = cleanUpForEach()

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
}

interface Received {
  readonly status: number
  readonly body: string
}

async function scene(part: Partial<DeckSettings> = {}) {
  const pressed: DeckVerb[] = []
  const log = new RecordingLog()
  const onDidChange = new Emitter<void>()
  const state = cleanUp.add(StateDatabase.inMemory(), (one) => one.close())
  let settings: DeckSettings = { ...defaultDeck, enabled: true, port: 0, ...part }
  const press = (verb: DeckVerb) => async () => {
    pressed.push(verb)
    return verb
  }
  const deck = new Deck({
    settings: { get: () => ({ deck: settings }), onDidChange: onDidChange.on },
    key: singleKeyIn(state, 'deck_key'),
    actions: {
      pause: press('pause'),
      resume: press('resume'),
      deny: press('deny'),
      vote: () => Promise.reject(new Error('Votes are off.')),
      mark: press('mark'),
    },
    clock: systemClock,
    log,
  })
  cleanUp.add(deck, (one) => one.stop())
  await deck.settled()
  return {
    deck,
    log,
    pressed,
    change(change: Partial<DeckSettings>) {
      settings = { ...settings, ...change }
      onDidChange.emit()
      return deck.settled()
    },
  }
}

async function open() {
  const parts = await scene()
  const key = parts.deck.renewKey()
  const address = parts.deck.addressOf('mark', key) ?? ''
  const { port } = new URL(address)
  const send = (path: string, { method = 'GET', headers = {} }: Sent = {}): Promise<Received> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => (body += text))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      sent.on('error', reject).end()
    })
  return { ...parts, key, address, send, bearer: { Authorization: `Bearer ${key}` } }
}

describe('door of a Stream Deck', () => {
  it('is closed until it is switched on, and again when it is switched off', async () => {
    const { deck, change } = await scene({ enabled: false })
    expect(deck.state).toEqual({ kind: 'off' })
    await change({ enabled: true })
    expect(deck.state).toEqual({ kind: 'on', hasKey: false, requests: 0 })
    await change({ enabled: false })
    expect(deck.state).toEqual({ kind: 'off' })
  })

  it('follows the address of a button, which is all that a button can send', async () => {
    const { deck, pressed, address, send } = await open()
    const { status, body } = await send(new URL(address).pathname)
    expect([status, JSON.parse(body)]).toEqual([200, { success: true, done: 'mark' }])
    expect(pressed).toEqual(['mark'])
    expect(deck.state).toMatchObject({ requests: 1, last: { verb: 'mark', isDone: true } })
  })

  it('follows a program that sends the key in a header', async () => {
    const { pressed, send, bearer } = await open()
    for (const verb of ['pause', 'resume', 'deny'] as const)
      expect((await send(`/deck/${verb}`, { method: 'POST', headers: bearer })).status).toBe(200)
    expect(pressed).toEqual(['pause', 'resume', 'deny'])
  })

  it('says why it did not follow, so that the button shows it', async () => {
    const { deck, send, bearer } = await open()
    const { status, body } = await send('/deck/vote', { headers: bearer })
    expect(status).toBe(409)
    expect(JSON.parse(body)).toMatchObject({ success: false })
    expect(deck.state).toMatchObject({ last: { verb: 'vote', isDone: false } })
  })

  it('has no verb that approves, whatever is asked', async () => {
    const { pressed, send, bearer, key } = await open()
    const wanted = [
      'approve',
      'allow',
      'yes',
      'decide',
      'approvals:decide',
      'unstop',
      'off',
      'toString',
      '__proto__',
      '',
    ]
    for (const verb of wanted) {
      expect((await send(`/deck/${verb}`, { headers: bearer })).status).toBe(404)
      expect((await send(`/deck/${key}/${verb}`)).status).toBe(404)
    }
    for (const path of ['/', '/mcp', '/api/v1/invoke', `/deck/${key}/pause/approve`, `/deck/pause/../approve`])
      expect((await send(path, { headers: bearer })).status).toBe(404)
    expect(pressed).toEqual([])
    expect(deckVerbs).not.toContain('approve')
  })

  it.each<[string, string, Sent, number]>([
    ['no key', '/deck/pause', {}, 401],
    ['a wrong key', `/deck/${'A'.repeat(43)}/pause`, {}, 401],
    ['a key of an AI client', '/deck/pause', { headers: { Authorization: 'Bearer gh_client_key' } }, 401],
    ['a key as a parameter', '/deck/pause?key=abc', {}, 400],
    ['another name of this computer', '/deck/pause', { headers: { Host: 'evil.example' } }, 403],
  ])('refuses %s', async (_what, path, sent, status) => {
    const { pressed, send } = await open()
    expect((await send(path, sent)).status).toBe(status)
    expect(pressed).toEqual([])
  })

  it.each<[string, Sent]>([
    ['a page of another site', { headers: { Origin: 'https://evil.example' } }],
    ['its own origin, since it has no pages', { headers: { 'Sec-Fetch-Site': 'same-origin' } }],
    ['a picture in a page', { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' } }],
    ['a browser that fetches ahead what a person types', { headers: { 'Sec-Purpose': 'prefetch' } }],
    ['other methods', { method: 'PUT' }],
    ['a preflight', { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } }],
  ])('refuses %s, also with the key', async (_what, sent) => {
    const { pressed, key, send } = await open()
    expect((await send(`/deck/${key}/pause`, sent)).status).toBeGreaterThanOrEqual(403)
    expect(pressed).toEqual([])
  })

  it('ends the old key with a new one', async () => {
    const { deck, address, send, pressed } = await open()
    const next = deck.renewKey()
    expect((await send(new URL(address).pathname)).status).toBe(401)
    expect((await send(new URL(deck.addressOf('mark', next) ?? '').pathname)).status).toBe(200)
    expect(pressed).toEqual(['mark'])
  })

  it('gives no address for a key that is not its own', async () => {
    const { deck } = await open()
    expect(deck.addressOf('pause', 'A'.repeat(43))).toBeUndefined()
  })

  it('limits how often it is pressed, and how often a key is guessed', async () => {
    const { address, send, pressed } = await open()
    const { pathname } = new URL(address)
    let last = 0
    for (let count = 0; count < 70; count += 1) last = (await send(pathname)).status
    expect(last).toBe(429)
    expect(pressed.length).toBeLessThanOrEqual(61)
    for (let count = 0; count < 12; count += 1) last = (await send(`/deck/${'B'.repeat(43)}/pause`)).status
    expect(last).toBe(429)
  })

  it('writes no key and no address into the log', async () => {
    const { address, key, send, log } = await open()
    await send(new URL(address).pathname)
    await send(`/deck/${key}/nothing`)
    await send(`/deck/${'C'.repeat(43)}/pause`)
    expect(log.lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(log.lines)).not.toMatch(new RegExp(`${key}|CCCC`, 'u'))
  })

  it('says that its port is taken, and opens when it is free', async () => {
    const first = await open()
    const port = Number(new URL(first.address).port)
    const { deck, change } = await scene({ port })
    expect(deck.state).toEqual({ kind: 'failed', port, why: 'taken' })
    await first.change({ enabled: false })
    await change({})
    expect(deck.state.kind).toBe('on')
  })
})
