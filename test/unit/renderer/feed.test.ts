import { describe, expect, it } from 'vitest'
import { createFeed } from '../../../src-renderer/state/feed.js'

const createSource = () => {
  const calls: string[] = []
  let listener: ((value: string) => void) | undefined
  let settle: { resolve: (value: string) => void; reject: () => void } | undefined
  return {
    calls,
    push: (value: string) => listener?.(value),
    answer: async (value: string) => settle?.resolve(value),
    fail: async () => settle?.reject(),
    subscribe: (each: (value: string) => void) => {
      calls.push('subscribe')
      listener = each
      return () => {
        listener = undefined
        calls.push('end')
      }
    },
    fetch: () => {
      calls.push('fetch')
      return new Promise<string>((resolve, reject) => {
        settle = { resolve, reject }
      })
    },
  }
}

const settled = () => Promise.resolve().then(() => undefined)

describe('a feed', () => {
  it('subscribes before it requests', () => {
    const source = createSource()
    createFeed('', source).start()
    expect(source.calls).toEqual(['subscribe', 'fetch'])
  })

  it('shows the snapshot, then every push', async () => {
    const source = createSource()
    const feed = createFeed('', source)
    feed.start()
    expect(feed.use.getState().status).toBe('loading')
    await source.answer('first').then(settled)
    expect(feed.use.getState()).toEqual({ status: 'ready', value: 'first' })
    source.push('second')
    expect(feed.use.getState().value).toBe('second')
  })

  it('drops a snapshot that arrives after a push', async () => {
    const source = createSource()
    const feed = createFeed('', source)
    feed.start()
    source.push('new')
    await source.answer('stale').then(settled)
    expect(feed.use.getState()).toEqual({ status: 'ready', value: 'new' })
  })

  it('reports a missing response, and recovers with the next push', async () => {
    const source = createSource()
    const feed = createFeed('', source)
    feed.start()
    await source.fail().then(settled)
    expect(feed.use.getState().status).toBe('failed')
    source.push('back')
    expect(feed.use.getState()).toEqual({ status: 'ready', value: 'back' })
  })

  it('requests again on demand, and uses the response unless a push arrives first', async () => {
    const source = createSource()
    const feed = createFeed('', source)
    feed.start()
    await source.answer('first').then(settled)
    feed.refresh()
    expect(feed.use.getState()).toEqual({ status: 'ready', value: 'first' })
    await source.answer('second').then(settled)
    expect(feed.use.getState()).toEqual({ status: 'ready', value: 'second' })
    feed.refresh()
    source.push('pushed')
    await source.answer('stale').then(settled)
    expect(feed.use.getState().value).toBe('pushed')
  })

  it('stops listening when it ends', async () => {
    const source = createSource()
    const feed = createFeed('', source)
    feed.start()()
    await source.answer('late').then(settled)
    expect(source.calls.at(-1)).toBe('end')
    expect(feed.use.getState().status).toBe('loading')
  })
})
