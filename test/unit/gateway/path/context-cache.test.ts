import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ContextCache, type ContextQuery } from '../../../../src-main/gateway/path/context-cache.js'
import type { ProviderResponse } from '../../../../src-main/gateway/ports/provider.js'
import { lifetimeOf } from '../../../../src-main/policy/limits/freshness.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'
import { times } from '../../../fixtures/properties.js'

const question = (change: Partial<ContextQuery> = {}): ContextQuery => ({
  capabilityId: 'player.list',
  version: '1.0.0',
  arguments: {},
  caller: 'mcp:one',
  ...change,
})

function scene() {
  const clock = new FakeClock()
  const cache = new ContextCache(clock)
  let requestCount = 0
  const ask = async (): Promise<ProviderResponse> => ({ data: { requestCount: ++requestCount } })
  const read = (change: Partial<ContextQuery> = {}, server = 'overworld') => cache.read(server, question(change), ask)
  return { clock, cache, read, requestCount: () => requestCount }
}

describe('a read', () => {
  it('is cached for its lifetime, with its age, and no longer', async () => {
    const { clock, read, requestCount } = scene()
    expect(await read()).toEqual({ response: { data: { requestCount: 1 } } })
    await clock.advance(999)
    expect(await read()).toEqual({ response: { data: { requestCount: 1 } }, ageMs: 999 })
    await clock.advance(1)
    expect((await read()).response.data).toEqual({ requestCount: 2 })
    expect(requestCount()).toBe(2)
  })

  it('of a server that was removed is not reused when it is added again', async () => {
    const { cache, read, requestCount } = scene()
    await read()
    await read({}, 'nether')
    cache.remove('overworld')
    await read()
    await read({}, 'nether')
    expect(requestCount()).toBe(3)
  })

  it('is the same for any order of its arguments and any caller', async () => {
    const { read, requestCount } = scene()
    await read({ arguments: { a: 1, b: { c: 2, d: 3 } } })
    await read({ arguments: { b: { d: 3, c: 2 }, a: 1 }, caller: 'rest', sessionId: 's' })
    expect(requestCount()).toBe(1)
  })

  it.each<[string, Partial<ContextQuery>, string?]>([
    ['other arguments', { arguments: { page: 2 } }],
    ['another version', { version: '1.1.0' }],
    ['another capability', { capabilityId: 'entity.list' }],
    ['another server', {}, 'nether'],
  ])('of %s is another one', async (_what, change, server) => {
    const { read, requestCount } = scene()
    await read()
    await read(change, server)
    expect(requestCount()).toBe(2)
  })

  it("of a provider's own capability is returned to nobody but its caller", async () => {
    const { read, requestCount } = scene()
    const capabilityId = 'ext.shopkeeper.list'
    await read({ capabilityId })
    await read({ capabilityId })
    expect(requestCount()).toBe(1)
    await read({ capabilityId, caller: 'mcp:two' })
    await read({ capabilityId, sessionId: 'other' })
    expect(requestCount()).toBe(3)
  })

  it('that must be fresh is never cached, and never shared', async () => {
    const { read, requestCount } = scene()
    await Promise.all([1, 2, 3].map(() => read({ capabilityId: 'player.economy.balance.get' })))
    expect(requestCount()).toBe(3)
  })

  it('with a large result is not cached', async () => {
    const { cache, read, requestCount } = scene()
    await cache.read('overworld', question(), async () => ({ data: { text: 'x'.repeat(40_000) } }))
    await read()
    expect(requestCount()).toBe(1)
  })

  it('is evicted by newer ones', async () => {
    const { read, requestCount } = scene()
    for (let page = 0; page <= 256; page++) await read({ arguments: { page } })
    await read({ arguments: { page: 256 } })
    expect(requestCount()).toBe(257)
    await read({ arguments: { page: 0 } })
    expect(requestCount()).toBe(258)
  })
})

describe('concurrent equal reads', () => {
  it('share one request', async () => {
    const { read, requestCount } = scene()
    const reported = await Promise.all(Array.from({ length: 100 }, () => read()))
    expect(requestCount()).toBe(1)
    expect(reported.filter(({ ageMs }) => ageMs === undefined)).toHaveLength(1)
  })

  it('share one request however long the server takes', async () => {
    const clock = new FakeClock()
    const cache = new ContextCache(clock)
    let requestCount = 0
    let answer = (_answer: ProviderResponse): void => {}
    const ask = () => {
      requestCount += 1
      return new Promise<ProviderResponse>((resolve) => {
        answer = resolve
      })
    }
    const one = cache.read('overworld', question(), ask)
    await clock.advance(5_000)
    const other = cache.read('overworld', question(), ask)
    answer({ data: {} })
    await Promise.all([one, other])
    expect(requestCount).toBe(1)
    const later = cache.read('overworld', question(), ask)
    expect(requestCount).toBe(2)
    answer({ data: {} })
    await later
  })

  it('fail at once, and the next one sends a new request', async () => {
    const { cache, read } = scene()
    const ask = () => Promise.reject(new Error('gone'))
    const reported = await Promise.allSettled([1, 2].map(() => cache.read('overworld', question(), ask)))
    expect(reported.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await read()).response.data).toEqual({ requestCount: 1 })
  })
})

describe('a cached read becomes stale', () => {
  it('by an action on its server, at its start and at its end, and not on another', async () => {
    const { cache, read, requestCount } = scene()
    await read()
    await read({}, 'nether')
    let finish = () => {}
    const acting = cache.change('overworld', () => new Promise<void>((resolve) => (finish = resolve)))
    expect((await read()).response.data).toEqual({ requestCount: 3 })
    finish()
    await acting
    expect((await read()).response.data).toEqual({ requestCount: 4 })
    await read({}, 'nether')
    expect(requestCount()).toBe(4)
  })

  it('by a failed action, too', async () => {
    const { cache, read } = scene()
    await read()
    await cache.change('overworld', () => Promise.reject(new Error('no'))).catch(() => {})
    expect((await read()).response.data).toEqual({ requestCount: 2 })
  })

  it.each([
    ['player.join', 2],
    ['player.chat', 1],
    ['world.block.placed', 1],
    ['ext.shopkeeper.sold', 2],
  ])('by %s where the table says so', async (eventId, times) => {
    const { cache, read, requestCount } = scene()
    await read()
    cache.forgetAfter('overworld', eventId)
    await read()
    expect(requestCount()).toBe(times)
  })
})

const step = fc.oneof(
  fc.record({ do: fc.constant('read' as const) }),
  fc.record({ do: fc.constant('answer' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('begin' as const) }),
  fc.record({ do: fc.constant('apply' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('end' as const), which: fc.nat(9), fails: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), milliseconds: fc.integer({ min: 1, max: 1_500 }) }),
)

// verifies: capability-kinds, contexts-freshness, capability-kinds context 3
it('in any order of reads and actions, no read returns a state older than the last finished action or its lifetime, unless it was already running', () =>
  times(200).forAllAsync(fc.array(step, { maxLength: 40 }), async (steps) => {
    const clock = new FakeClock()
    const cache = new ContextCache(clock)
    /** How many actions have taken effect. */
    let state = 0
    /** The state when the last action ended. */
    let floor = 0
    const pending: (() => void)[] = []
    const answered = new Set<unknown>()
    let reads = 0
    const acting: { applied: boolean; end: (fails: boolean) => void }[] = []
    const broken: string[] = []
    const running: Promise<unknown>[] = []
    const apply = (action: { applied: boolean }) => {
      if (!action.applied) state += 1
      action.applied = true
    }
    for (const one of steps) {
      if (one.do === 'read') {
        const [least, at, over] = [floor, clock.elapsed(), new Set(answered)]
        const ask = () => {
          const data = { state, at: clock.elapsed(), read: ++reads }
          return new Promise<ProviderResponse>((resolve) =>
            pending.push(() => {
              answered.add(data.read)
              resolve({ data })
            }),
          )
        }
        const reading = cache.read('overworld', question(), ask).then(({ response: { data } }) => {
          if (Number(data.state) < least) broken.push(`returned ${data.state}, not ${least}`)
          const old = at - Number(data.at) >= lifetimeOf('player.list')
          if (old && over.has(data.read)) broken.push(`returned at ${at} of ${data.at}`)
        })
        running.push(reading)
      } else if (one.do === 'answer') pending.splice(one.which % (pending.length || 1), 1)[0]?.()
      else if (one.do === 'begin') {
        const act = () =>
          new Promise<void>((resolve, reject) =>
            acting.push({ applied: false, end: (fails) => (fails ? reject(new Error('no')) : resolve()) }),
          )
        running.push(cache.change('overworld', act).catch(() => {}))
      } else if (one.do === 'apply') {
        const action = acting[one.which % (acting.length || 1)]
        if (action) apply(action)
      } else if (one.do === 'end') {
        const [action] = acting.splice(one.which % (acting.length || 1), 1)
        if (!action) continue
        apply(action)
        action.end(one.fails)
        await settled()
        floor = state
      } else await clock.advance(one.milliseconds)
      await settled()
    }
    for (const answer of pending) answer()
    for (const action of acting) action.end(false)
    await Promise.all(running)
    expect(broken).toEqual([])
  }))
