import { describe, expect, it } from 'vitest'
import { deferredRoute } from '../../../../src-main/network/http/deferred-route.js'
import type { GuardedRoute } from '../../../../src-main/network/http/route.js'

type RequestParameters = Parameters<GuardedRoute['handle']>
type MessageParameters = Parameters<NonNullable<GuardedRoute['onMessage']>>

const request = (name: string) => [name, {}, {}] as unknown as RequestParameters
const message = (name: string) => [name, {}, {}, ''] as unknown as MessageParameters

function scene() {
  const events: string[] = []
  const finish: { ready: (route: GuardedRoute) => void; failed: (error: Error) => void }[] = []
  const consumer: GuardedRoute = {
    path: '/mcp',
    handle: async (request) => void events.push(`handle ${request}`),
    onMessage: async (request) => void events.push(`message ${request}`),
    close: async () => void events.push('close'),
  }
  const load = () =>
    new Promise<GuardedRoute>((ready, failed) => {
      events.push('load')
      finish.push({ ready, failed })
    })
  return { events, finish, consumer, route: deferredRoute({ path: '/mcp', isMultiplexed: true }, load) }
}

describe('a deferred route', () => {
  it('loads its consumer once, with the first request, and keeps the order of later requests', async () => {
    const { events, finish, consumer, route } = scene()
    expect(events).toEqual([])
    const all = [route.handle(...request('a')), route.onMessage?.(...message('b')), route.handle(...request('c'))]
    finish[0]?.ready(consumer)
    await Promise.all(all)
    await route.handle(...request('d'))
    expect(events).toEqual(['load', 'handle a', 'message b', 'handle c', 'handle d'])
  })

  it('loads no consumer on close', async () => {
    const { events, route } = scene()
    await route.close()
    expect(events).toEqual([])
  })

  it('closes a consumer that is being loaded', async () => {
    const { events, finish, consumer, route } = scene()
    const handled = route.handle(...request('a'))
    const closed = route.close()
    finish[0]?.ready(consumer)
    await Promise.all([handled, closed])
    expect(events).toContain('close')
  })

  it('fails requests whose consumer cannot be loaded, and loads again with the next', async () => {
    const { events, finish, consumer, route } = scene()
    const failing = route.handle(...request('a'))
    finish[0]?.failed(new Error('the file is gone'))
    await expect(failing).rejects.toThrow('the file is gone')
    const second = route.handle(...request('b'))
    finish[1]?.ready(consumer)
    await second
    expect(events).toEqual(['load', 'load', 'handle b'])
  })

  it('accepts messages of multiplexed connections only where its consumer does', () => {
    expect(deferredRoute({ path: '/api/v1' }, () => Promise.reject(new Error('not needed'))).onMessage).toBeUndefined()
  })
})
