/** Attacks on the phone listener at a real network address, from LAN peers, other networks and this computer. */

import type { PeopleView } from '@shared/clients/people.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Phone } from '../../fakes/phone.js'
import { until } from '../../fixtures/until.js'
import { limits } from '../attack-case.js'
import { whyNoNamespaces } from './namespaces.js'
import { addresses, PhoneListenerScene } from './phone-listener-scene.js'

const { attacker, crowd, elsewhere, own } = addresses
const reason = whyNoNamespaces()
if (reason) console.warn(`The phone listener is not attacked over a network: ${reason}.`)

/** The response after too many wrong guesses. */
const refused = /^(?:AUTH\.TOKEN_EXPIRED|AUTH\.TOKEN_INVALID|SYSTEM\.RATE_LIMITED)$/u

describe.skipIf(reason !== undefined)('the phone listener on a network address', () => {
  let scene: PhoneListenerScene
  let ada: Phone
  beforeAll(async () => {
    scene = await PhoneListenerScene.open()
    ada = await scene.paired('Ada')
    await ada.open()
  })
  afterEach(() => scene?.endAttack())
  afterAll(() => scene?.close())

  const seen = async () => (await scene.order('seen')) as PeopleView
  const codeOf = ({ body }: Awaited<ReturnType<Phone['post']>>) => body.error?.code

  /** Runs the attack; while it is active, Ada sees a request and reads it. */
  async function expectWithstood(attack: () => Promise<void> | void): Promise<void> {
    await scene.listener.begin()
    await attack()
    await scene.order('call')
    const { id } = await ada.question()
    expect((await ada.post('/api/shown', { id })).status).toBe(200)
    const { heldMs, heapGrowth } = await scene.listener.end()
    await scene.order('withdraw')
    await until(() => ada.news?.questions.length === 0)
    expect(heldMs, 'the event loop was held').toBeLessThan(limits.heldMs)
    expect(heapGrowth, 'memory grew').toBeLessThan(limits.heapGrowth)
  }

  it('serves the local network, but no other network and not this computer', async () => {
    expect((await scene.phone().send('/')).status).toBe(200)
    await expect(scene.phone(elsewhere).send('/')).rejects.toThrow()
    await expect(scene.phone(own).send('/')).rejects.toThrow()
  })

  it('keeps a pairing open while a LAN client guesses secrets from many addresses', async () => {
    const offer = (await scene.order('offer')) as { secret: string; code: string }
    await Promise.all(
      crowd.map(async (address) => {
        const guesser = scene.phone(address)
        for (let time = 0; time < 5; time += 1) {
          const guess = { ...offer, secret: `${'A'.repeat(20)}${time}`, name: 'Eve' }
          expect(codeOf(await guesser.post('/api/pair', guess))).toMatch(refused)
        }
      }),
    )
    const grace = scene.phone(crowd[1])
    expect((await grace.post('/api/pair', { ...offer, name: 'Grace' })).body).toMatchObject({ state: 'waiting' })
    await scene.order('confirm')
    expect((await grace.send('/api/pair')).body).toEqual({ state: 'paired' })
  })

  it('ends a pairing after five wrong codes from any addresses', async () => {
    const { secret, code } = (await scene.order('offer')) as { secret: string; code: string }
    const wrong = code === '000000' ? '000001' : '000000'
    for (const address of crowd.slice(0, 5)) {
      const answer = await scene.phone(address).post('/api/pair', { secret, code: wrong, name: 'Eve' })
      expect(codeOf(answer)).toMatch(refused)
    }
    expect((await seen()).pairing).toBeNull()
    expect((await scene.phone().post('/api/pair', { secret, code, name: 'Eve' })).status).toBeGreaterThan(399)
  })

  it('accepts a pairing, a ticket and a key only once, or from its phone', async () => {
    const offer = (await scene.order('offer')) as { secret: string; code: string }
    const phone = scene.phone()
    await phone.post('/api/pair', { ...offer, name: 'Linus' })
    const ticket = phone.cookies.get('__Host-gatehouse-ticket') ?? ''
    await scene.order('confirm')
    expect((await phone.send('/api/pair')).body).toEqual({ state: 'paired' })
    const replay = scene.phone(attacker)
    replay.cookies.set('__Host-gatehouse-ticket', ticket)
    expect((await replay.send('/api/pair')).body).toEqual({ state: 'ended' })
    expect(codeOf(await replay.post('/api/pair', { ...offer, name: 'Eve' }))).toMatch(refused)
    replay.cookies.clear()
    const [id = ''] = (phone.cookies.get('__Host-gatehouse-key') ?? '').split('.')
    replay.cookies.set('__Host-gatehouse-key', `${id}.${'A'.repeat(43)}`)
    expect([401, 429]).toContain((await replay.post('/api/here', {})).status)
  })

  it('accepts a decision once', async () => {
    await scene.order('call')
    const { id } = await ada.question()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.post('/api/answer', { id, decision: 'deny' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await until(() => ada.news?.questions.length === 0)
  })

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['the same host without TLS', { origin: `http://${own}` }],
    ['the same host at another port', { origin: `https://${own}:1` }],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour port', { 'sec-fetch-site': 'same-site' }],
    ['a name that was bound again', { host: 'rebound.example' }],
    ['this computer’s loopback name', { host: 'localhost' }],
    ['a host with a user before it', { host: `x@${own}` }],
  ])('refuses a request with the key of a person from %s', async (_what, headers) => {
    expect((await ada.post('/api/here', {}, headers as Record<string, string>)).status).toBe(403)
  })

  it.each([
    '/../../etc/passwd',
    '/%2e%2e/gateway.json',
    '//phone.js',
    '/phone.js/../api/stream',
    '/__proto__',
    '/constructor',
    '/api/__proto__',
    `/${'a'.repeat(8_000)}`,
  ])('responds with 404 to %.40s', async (place) => {
    const { status } = await scene
      .phone()
      .send(place)
      .catch(() => ({ status: 0 }))
    expect([0, 400, 404, 431]).toContain(status)
  })

  it('withstands silent connections from one address', () =>
    expectWithstood(() => {
      for (let time = 0; time < 300; time += 1) scene.socket(attacker)
    }))

  it('withstands silent connections from forty addresses', () =>
    expectWithstood(() => {
      for (let time = 0; time < 10; time += 1) for (const address of crowd) scene.socket(address)
    }))

  it('withstands an unfinished TLS handshake and plain bytes', () =>
    expectWithstood(() => {
      const greeting = Buffer.from('16030102000100', 'hex')
      for (const address of crowd) {
        scene.socket(address, greeting)
        scene.socket(address, Buffer.alloc(200_000, 0x16))
        scene.socket(address, `GET / HTTP/1.1\r\nHost: ${own}\r\n\r\n`)
      }
    }))

  it('withstands many clients that complete the handshake and send requests', () =>
    expectWithstood(async () => {
      const connectedClients = crowd.slice(0, 20).map((address) => scene.phone(address))
      await Promise.all(connectedClients.map((guest) => guest.send('/api/stream').catch(() => undefined)))
    }))

  it('accepts a phone that connects while the connection limit is reached', async () => {
    for (let time = 0; time < 12; time += 1) for (const address of crowd) scene.socket(address)
    const late = scene.phone()
    for (const [name, value] of ada.cookies) late.cookies.set(name, value)
    await late.open()
    expect(late.news?.me.name).toBe('Ada')
    late.leave()
  })
})
