import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ConnectionStatus,
  EndpointConnection,
  type EndpointSession,
  renewAfterLossMs,
} from '../../../../src-main/consumers/xiaozhi/endpoint-connection.js'
import type { OpenTextSocket } from '../../../../src-main/network/text-socket.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'
import { EndpointModel } from '../../../fakes/xiaozhi/endpoint-model.js'
import { fakeDial } from '../../../fakes/xiaozhi/fake-dial.js'
import { times } from '../../../fixtures/properties.js'

const address = 'wss://api.xiaozhi.me/mcp/?token=secret'

/** Answers every request with its own id, and knows `initialize`. */
function echoSession(send: (text: string) => void): EndpointSession {
  return {
    receive(text) {
      const { id, method } = JSON.parse(text) as { id?: unknown; method: string }
      if (id !== undefined) send(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
      return method === 'initialize'
    },
    isIdle: true,
    end() {},
  }
}

interface SceneOptions {
  readonly chance?: () => number
  readonly dropsLostAfter?: () => number
  readonly token?: string
}

function scene({ chance = () => 1, dropsLostAfter = () => 40_000, token = 'secret' }: SceneOptions = {}) {
  const clock = new FakeClock()
  const model = new EndpointModel({ clock, token, dropsLostAfter })
  const fake = fakeDial(() => model, clock)
  const history: ConnectionStatus[] = []
  const connection = new EndpointConnection({
    address,
    dial: fake.dial,
    clock,
    chance,
    backoff: { initial: 1_000, max: 60_000 },
    openSession: echoSession,
    onChange: (status) => history.push(status),
  })
  return { clock, model, fake, connection, history, phase: () => connection.status.phase }
}

describe('endpoint connection', () => {
  it('connects, and is in use from the first initialize on', async () => {
    const { connection, model } = scene()
    connection.start()
    await settled()
    expect(connection.status).toEqual({ phase: 'connected', isInUse: false })
    await model.device().begin()
    expect(connection.status).toEqual({ phase: 'connected', isInUse: true })
  })

  it('waits longer after each failure, a minute at most', async () => {
    const { connection, fake, clock } = scene()
    fake.fails = true
    connection.start()
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await settled()
      waits.push(Date.parse(connection.status.retryAt ?? '') - clock.now().getTime())
      await clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('spreads the attempts over half of the delay', async () => {
    const { connection, fake, clock } = scene({ chance: () => 0 })
    fake.fails = true
    connection.start()
    await settled()
    expect(Date.parse(connection.status.retryAt ?? '') - clock.now().getTime()).toBe(500)
    expect(connection.status.reason).toBe('ECONNREFUSED')
  })

  it('does not treat an open socket as success: the delay keeps growing', async () => {
    const { connection, fake, clock } = scene()
    connection.start()
    await settled()
    const waits: number[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      fake.last().closeByEndpoint(4004, 'Internal server error')
      await settled()
      waits.push(Date.parse(connection.status.retryAt ?? '') - clock.now().getTime())
      await clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits).toEqual([1_000, 2_000, 4_000])
  })

  it.each([
    ['was in use', async ({ model }: ReturnType<typeof scene>) => void (await model.device().begin())],
    ['lasted a minute', async ({ clock }: ReturnType<typeof scene>) => clock.advance(61_000)],
  ])('starts with the shortest delay again after a connection that %s', async (_name, last) => {
    const one = scene()
    one.fake.fails = true
    one.connection.start()
    await one.clock.advance(3_000)
    one.fake.fails = false
    await one.clock.advance(5_000)
    expect(one.phase()).toBe('connected')
    await last(one)
    one.fake.last().closeByEndpoint(4004)
    await settled()
    expect(Date.parse(one.connection.status.retryAt ?? '') - one.clock.now().getTime()).toBe(1_000)
  })

  it('stops when the token is refused, until it is started again', async () => {
    const { connection, clock, fake } = scene({ token: 'another' })
    connection.start()
    await settled()
    expect(connection.status).toMatchObject({ phase: 'refused', code: 4002 })
    await clock.advance(600_000)
    expect(fake.links).toHaveLength(1)
    connection.start()
    await settled()
    expect(fake.links).toHaveLength(2)
  })

  it.each([
    ['refused', 'HTTP 401', 4002],
    ['refused', 'HTTP 403', 4002],
    ['retrying', 'HTTP 502', 4001],
    ['retrying', 'ECONNREFUSED', 4001],
    ['retrying', 'ETIMEDOUT', 4003],
  ])('is %s with the number of its failure after %s', async (phase, reason, code) => {
    const dial: OpenTextSocket = (_address, events) => {
      queueMicrotask(() => events.closed(1006, reason))
      return { send() {}, close() {} }
    }
    const openSession = () => ({ receive: () => false, isIdle: true, end() {} })
    const connection = new EndpointConnection({
      ...{ address: 'wss://a', dial, clock: new FakeClock(), chance: () => 1, openSession, onChange() {} },
      backoff: { initial: 1_000, max: 60_000 },
    })
    connection.start()
    await settled()
    expect(connection.status).toMatchObject({ phase, reason, code })
  })

  it('stops when another program replaces it', async () => {
    const { connection, clock, fake, phase } = scene()
    connection.start()
    await settled()
    fake.last().closeByEndpoint(1000, 'replaced by a new connection')
    await clock.advance(600_000)
    expect(phase()).toBe('replaced')
    expect(fake.links).toHaveLength(1)
  })

  it('treats repeated closes without a reason as another program', async () => {
    const { connection, clock, fake, phase } = scene()
    connection.start()
    for (let close = 0; close < 3; close += 1) {
      await clock.advance(5_000)
      fake.last().closeByEndpoint(1000)
    }
    await clock.advance(600_000)
    expect(phase()).toBe('replaced')
    expect(fake.links).toHaveLength(3)
  })

  it('reconnects after a link that was lost in silence', async () => {
    const { connection, clock, fake } = scene()
    connection.start()
    await settled()
    fake.last().cut(false)
    await clock.advance(40_000)
    expect(connection.status).toMatchObject({ phase: 'retrying', reason: 'ETIMEDOUT', code: 4003 })
  })

  it('only closes the first socket after a lost link, so that the endpoint drops the lost one', async () => {
    const { connection, clock, fake, model, phase } = scene()
    connection.start()
    await clock.advance(100)
    fake.last().cut(true)
    await clock.advance(2_000)
    expect(fake.links.map(({ isOpen }) => isOpen)).toEqual([false, false, true])
    expect(phase()).toBe('connected')
    await clock.advance(renewAfterLossMs)
    expect(fake.links).toHaveLength(4)
    expect(model.isCurrent(fake.last().wire)).toBe(true)
  })

  it('leaves nothing open and no timer when it stops', async () => {
    const { connection, clock, fake, phase } = scene()
    connection.start()
    await clock.advance(100)
    await connection.stop()
    expect(phase()).toBe('paused')
    expect(fake.last().isOpen).toBe(false)
    expect(clock.waiting).toBe(0)
  })

  it('starts again while it is stopping', async () => {
    const { connection, fake, phase } = scene()
    connection.start()
    await settled()
    const stopped = connection.stop()
    connection.start()
    await stopped
    await settled()
    expect(phase()).toBe('connected')
    expect(fake.links).toHaveLength(2)
  })

  it('gets requests again after any series of cuts, and answers none twice', async () => {
    const cuts = fc.record({
      after: fc.integer({ min: 0, max: 90_000 }),
      how: fc.constantFrom('noticed', 'unnoticed', 'by endpoint', 'no network') as fc.Arbitrary<
        'noticed' | 'unnoticed' | 'by endpoint' | 'no network'
      >,
      dropsLostAfter: fc.integer({ min: 0, max: 40_000 }),
    })
    await times(100).forAllAsync(
      fc.array(cuts, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (series, chances) => {
        let holdsFor = 0
        const { clock, connection, fake, model } = scene({
          chance: () => chances.next().value,
          dropsLostAfter: () => holdsFor,
        })
        connection.start()
        for (const { after, how, dropsLostAfter } of series) {
          holdsFor = dropsLostAfter
          const answered = model.device().request('tools/list')
          await clock.advance(after)
          void answered
          fake.fails = how === 'no network'
          if (how === 'by endpoint') fake.last().closeByEndpoint(4004)
          else fake.last().cut(how !== 'unnoticed')
        }
        fake.fails = false
        // The longest delay, two dials, the renewal, and what the endpoint held.
        await clock.advance(300_000)
        expect(connection.status.phase).toBe('connected')
        expect(model.isCurrent(fake.last().wire)).toBe(true)
        model.forgetUnanswered()
        expect((await model.device().request('tools/list')).result).toEqual({})
        expect(model.strays).toEqual([])
        await connection.stop()
      },
    )
  })
})
