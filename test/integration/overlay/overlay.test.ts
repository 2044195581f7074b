import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { owner } from '@shared/approvals/attempt.js'
import type { OverlayCard } from '@shared/features/overlay.js'
import { describe, expect, it } from 'vitest'
import { practiceCaller } from '../../../src-main/gateway/practice.js'
import { settled } from '../../fakes/fake-clock.js'
import { type OverlayPage, OverlayScene } from '../../fakes/overlay-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { until } from '../../fixtures/until.js'

const cleanUp = cleanUpForEach()

const cards = (watched: OverlayPage): OverlayCard[] =>
  watched.news.flatMap((news) => (news.kind === 'card' ? [news.card] : []))

const states = (watched: OverlayPage): string[] =>
  cards(watched).map((card) => (card.kind === 'call' ? card.state : card.kind))

describe('the overlay listener', () => {
  it('serves the page to a browser of this computer, with a content policy that blocks everything else', async () => {
    const scene = new OverlayScene(cleanUp)
    const page = await scene.get('/overlay')
    expect(page.status).toBe(200)
    await until(() => page.body.includes('</html>'))
    expect((await scene.get('/overlay/overlay.js')).status).toBe(200)
    expect((await scene.get('/overlay/inter.woff2')).status).toBe(200)
    expect((await scene.get('/overlay/../package.json')).status).toBe(404)
    expect((await scene.get('/mcp')).status).toBe(404)
  })

  it('ends a connection that sends the next request before the answer', async () => {
    const scene = new OverlayScene(cleanUp)
    const key = scene.overlay.renewKey()
    const { port, host } = await scene.address()
    const socket = cleanUp.add(connect(Number(port), '127.0.0.1'), (open) => open.destroy())
    socket.on('error', () => {}).resume()
    const ended = once(socket, 'close')
    socket.write(`GET /overlay/feed HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(200))
    await ended
    expect(scene.overlay.state).toMatchObject({ watching: 0 })
  })

  const refused: readonly (readonly [
    what: string,
    path: string,
    headers: Record<string, string>,
    method: string,
    status: number,
  ])[] = [
    ['no key', '/overlay/feed', {}, 'GET', 401],
    ['a wrong key', '/overlay/feed', { Authorization: `Bearer ${'A'.repeat(43)}` }, 'GET', 401],
    ['an empty key', '/overlay/feed', { Authorization: 'Bearer ' }, 'GET', 401],
    ['a key in the address', '/overlay/feed?key=abc', {}, 'GET', 400],
    ['another name of this computer', '/overlay', { Host: 'evil.example:8798' }, 'GET', 403],
    ['a name without a port', '/overlay', { Host: '127.0.0.1' }, 'GET', 403],
    ['a page of another origin', '/overlay/feed', { Origin: 'https://evil.example' }, 'GET', 403],
    ['a page that is not its own', '/overlay/feed', { 'Sec-Fetch-Site': 'cross-site' }, 'GET', 403],
    ['a script tag of another site', '/overlay/overlay.js', { 'Sec-Fetch-Site': 'cross-site' }, 'GET', 403],
    ['whoever wants to send something', '/overlay/feed', {}, 'POST', 405],
    ['whoever asks what may be sent', '/overlay/feed', {}, 'OPTIONS', 405],
  ]
  it.each(refused)('refuses %s', async (_what, where, headers, method, status) => {
    const scene = new OverlayScene(cleanUp)
    const key = scene.overlay.renewKey()
    const given = status === 401 ? headers : { Authorization: `Bearer ${key}`, ...headers }
    expect((await scene.get(where, given, method)).status).toBe(status)
  })

  it('accepts a page with the key while many connections without a key are open', async () => {
    const scene = new OverlayScene(cleanUp)
    const key = scene.overlay.renewKey()
    const page = await scene.watch(key)
    const { port } = await scene.address()
    const crowd = Array.from({ length: 150 }, () => {
      const socket = cleanUp.add(connect(Number(port), '127.0.0.1'), (open) => open.destroy())
      return socket.on('error', () => {})
    })
    await Promise.all(crowd.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
    expect((await scene.watch(key)).status).toBe(200)
    expect(page.ended).toBe(false)
    // No more than 32 are served without a key; the oldest of them was closed.
    await until(() => crowd.filter((socket) => socket.closed).length >= 150 - 32)
  })

  it('closes pages of an old key, and accepts the new one', async () => {
    const scene = new OverlayScene(cleanUp)
    const old = scene.overlay.renewKey()
    const first = await scene.watch(old)
    expect(scene.overlay.state).toMatchObject({ kind: 'on', hasKey: true, watching: 1 })
    const next = scene.overlay.renewKey()
    await until(() => first.ended)
    expect((await scene.watch(old)).status).toBe(401)
    expect((await scene.watch(next)).status).toBe(200)
    expect(scene.overlay.addressWith(old)).toBeUndefined()
    expect(scene.overlay.addressWith(next)).toBe(`${await scene.address()}#key=${next}`)
  })

  it('stores only a hash of the key, and logs it nowhere', async () => {
    const scene = new OverlayScene(cleanUp)
    const key = scene.overlay.renewKey()
    await scene.watch(key)
    await scene.watch(`${key}x`)
    expect(scene.state.prepare('SELECT key_hash FROM overlay_key').get()?.key_hash).toMatch(/^[0-9a-f]{64}$/u)
    expect(JSON.stringify(scene.under.log.lines)).not.toContain(key)
  })

  it('reports that its port is in use, and opens at another', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await until(() => other.listening)
    const { port } = other.address() as { port: number }
    const scene = new OverlayScene(cleanUp)
    await scene.overlay.settled()
    const settings = {
      enabled: true,
      look: { ...(await import('@shared/features/overlay.js')).defaultOverlay.look },
    }
    scene.change({ overlay: { ...settings, port } })
    await scene.overlay.settled()
    expect(scene.overlay.state).toEqual({ kind: 'failed', port, why: 'taken' })
    scene.change({ overlay: { ...settings, port: 0 } })
    await scene.overlay.settled()
    expect(scene.overlay.state.kind).toBe('on')
    scene.change({ overlay: { ...settings, enabled: false, port: 0 } })
    await scene.overlay.settled()
    expect(scene.overlay.state).toEqual({ kind: 'off' })
    other.close()
  })

  it('sends heartbeats, limits the number of pages, and closes with the program', async () => {
    const scene = new OverlayScene(cleanUp)
    const key = scene.overlay.renewKey()
    const pages = await Promise.all(Array.from({ length: 8 }, () => scene.watch(key)))
    expect((await scene.watch(key)).status).toBe(429)
    await scene.under.clock.advance(15_000)
    await until(() => pages.every(({ body }) => body.includes(': still here')))
    await scene.overlay.stop()
    await until(() => pages.every(({ ended }) => ended))
  })
})

describe('what the overlay shows', () => {
  it('is each state of a request, from the question to the end', async () => {
    const scene = new OverlayScene(cleanUp)
    scene.under.serveOverworld()
    const watched = await scene.watch()
    const call = scene.under.setTime()
    const { id } = await scene.under.asked()
    scene.under.gateway.approvals.shown(id, { id: 'desktop', kind: 'desktop' })
    await scene.under.clock.advance(1_000)
    const answer = { id, person: { id: 'desktop', name: 'desktop', kind: 'desktop' } } as const
    scene.under.gateway.approvals.decideAsPerson({ ...answer, decision: 'approve' })
    await call
    await until(() => states(watched).includes('done'))
    expect(states(watched)).toEqual(['waiting', 'running', 'done'])
    expect(new Set(cards(watched).map((card) => card.id)).size).toBe(1)
    expect(cards(watched)[0]).toMatchObject({
      kind: 'call',
      caller: { name: 'A test' },
      capabilityId: 'world.time.set',
      asked: true,
    })
    const denied = scene.under.call('world.time.set', { worldName: 'world', time: 1_000 })
    const question = await scene.under.asked()
    scene.under.gateway.approvals.decideAsPerson({ ...answer, id: question.id, decision: 'deny' })
    await denied
    await until(() => states(watched).at(-1) === 'denied')
  })

  it('sends the id of a built-in caller, and never the id of a client', async () => {
    const scene = new OverlayScene(cleanUp, { shows: ['calls'] })
    const watched = await scene.watch()
    const call = { kind: 'call', capabilityId: 'player.list', arguments: {}, result: 'done', milliseconds: 1 } as const
    const callers = [owner, practiceCaller, { type: 'model', id: 'client:secret', name: owner.name } as const]
    for (const caller of callers) scene.under.gateway.feed.add({ ...call, requestId: caller.id, caller })
    await until(() => cards(watched).length === callers.length)
    expect(cards(watched).map((card) => card.kind === 'call' && card.caller)).toEqual([
      { id: owner.id, name: owner.name },
      { id: practiceCaller.id, name: practiceCaller.name },
      { name: owner.name },
    ])
  })

  it('sends the waiting requests to a page that opens later, and withdraws a card whose outcome is hidden', async () => {
    const scene = new OverlayScene(cleanUp, { shows: ['approvals'] })
    scene.under.serveOverworld()
    void scene.under.setTime()
    const { id, requestId } = await scene.under.asked()
    const watched = await scene.watch()
    await until(() => states(watched).includes('waiting'))
    scene.under.gateway.approvals.decideAsPerson({
      id,
      decision: 'deny',
      person: { id: 'desktop', name: 'desktop', kind: 'desktop' },
    })
    await until(() => watched.news.some((news) => news.kind === 'gone' && news.id === requestId))
    expect(states(watched)).toEqual(['waiting'])
  })

  it('sends a stop and a changed look at once', async () => {
    const scene = new OverlayScene(cleanUp)
    const watched = await scene.watch()
    expect(watched.news.slice(0, 2)).toMatchObject([{ kind: 'look' }, { kind: 'paused', on: false }])
    scene.under.gateway.panic.turnOn('desktop')
    scene.look({ theme: 'light', language: 'zh' })
    await until(() => watched.news.length === 4)
    expect(watched.news.slice(2)).toMatchObject([
      { kind: 'paused', on: true },
      { kind: 'look', look: { theme: 'light', language: 'zh' } },
    ])
  })

  it('shows chat only where a person has chosen it', async () => {
    const scene = new OverlayScene(cleanUp)
    const watched = await scene.watch()
    const server = { id: 's', name: 'Survival' }
    const say = (message: string) =>
      scene.under.gateway.feed.add({
        kind: 'game',
        server,
        eventId: 'player.chat',
        data: { playerName: 'Alex', message },
      })
    const join = () =>
      scene.under.gateway.feed.add({ kind: 'game', server, eventId: 'player.join', data: { playerName: 'Alex' } })
    say('not to be seen')
    scene.look({ shows: ['chat'] })
    await settled()
    say('hello')
    join()
    await until(() => cards(watched).length > 0)
    expect(cards(watched)).toMatchObject([{ kind: 'chat', player: 'Alex', message: 'hello' }])
  })

  const datums = ['Steve_Smith', '98765', '43210']
  const always = ['203.0.113.77', 'hunter2', 'under the lake']

  async function storyOf(scene: OverlayScene): Promise<string> {
    const watched = await scene.watch()
    const server = { id: '203.0.113.77:8765', name: 'at 203.0.113.77' }
    const { feed } = scene.under.gateway
    const game = (eventId: string, data: object) => feed.add({ kind: 'game', server, eventId, data: { ...data } })
    game('player.join', { playerName: 'Steve_Smith' })
    game('player.chat', { playerName: 'Steve_Smith', message: 'home is 98765 64 -43210, mail 203.0.113.77' })
    game('player.chat', { playerName: 'Steve_Smith', channel: 'whisper', message: 'under the lake' })
    game('player.chat', { playerName: 'Bob', message: '/tell Steve_Smith under the lake' })
    feed.add({
      kind: 'call',
      requestId: 'one',
      capabilityId: 'player.teleport',
      caller: { type: 'model', id: 'c', name: 'Claude of Steve_Smith at 203.0.113.77' },
      server,
      arguments: {
        playerName: 'Steve_Smith',
        location: { world: 'overworld', x: 98_765, y: 64, z: -43_210 },
        token: 'hunter2',
      },
      result: 'done',
      milliseconds: 1,
    })
    await until(() => cards(watched).length === 5)
    return watched.body
  }
  const shows = ['calls', 'approvals', 'denials', 'joins', 'chat'] as const

  it('is redacted even while stream-safe mode is off', async () => {
    const reported = await storyOf(new OverlayScene(cleanUp, { shows }))
    for (const datum of [...datums, ...always]) expect(reported).not.toContain(datum)
    expect(reported).toContain('‹Player A›')
  })

  it('shows names and coordinates where a person wants it, and never addresses, secrets and private messages', async () => {
    const reported = await storyOf(new OverlayScene(cleanUp, { shows, coverAll: false }))
    for (const datum of always) expect(reported).not.toContain(datum)
    for (const datum of datums) expect(reported).toContain(datum)
  })

  it('is fully redacted while stream-safe mode is on, whatever was chosen', async () => {
    const scene = new OverlayScene(cleanUp, { shows, coverAll: false })
    scene.stream.turn(true)
    const reported = await storyOf(scene)
    for (const datum of [...datums, ...always]) expect(reported).not.toContain(datum)
  })
})

describe('a vote of viewers on the overlay', () => {
  const vote = {
    id: 'vote-1',
    approvalId: 'approval-1',
    requestId: 'request-1',
    question: { action: 'time', choice: 'night' },
    words: { yes: '!yes', no: '!no' },
    isPoll: false,
    yes: 3,
    no: 1,
    isFull: false,
    startedAt: '2026-01-19T10:30:00Z',
    endsAt: '2026-01-19T10:30:30Z',
  } as const
  const shown = (watched: OverlayPage) => watched.news.flatMap((news) => (news.kind === 'vote' ? [news.vote] : []))

  it('is sent whenever it changes, and to a page that was loaded again', async () => {
    const scene = new OverlayScene(cleanUp)
    const key = scene.overlay.renewKey()
    const first = await scene.watch(key)
    scene.vote(vote)
    scene.vote({ ...vote, yes: 4, result: { says: 'yes', why: 'share' }, answer: 'approved' })
    const again = await scene.watch(key)
    scene.vote(null)
    await until(() => shown(first).length === 3 && shown(again).length === 2)
    const sent = { card: 'request-1', question: vote.question, words: vote.words, isPoll: false, no: 1, isFull: false }
    expect(shown(first)).toEqual([{ ...sent, yes: 3, leftMs: 30_000 }, { ...sent, yes: 4, answer: 'approved' }, null])
    expect(shown(again)).toEqual([{ ...sent, yes: 4, answer: 'approved' }, null])
  })
})
