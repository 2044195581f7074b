import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { isSharedBetweenCallers, lifetimeOf, staleAfter } from '../../../../src-main/policy/limits/freshness.js'

const core = [...coreCatalogue.values()]
const idsOf = (type: string) => core.flatMap((manifest) => (manifest.type === type ? manifest.id : []))

describe('a context read', () => {
  it.each(idsOf('context'))('has a lifetime of its own for %s: a second at most', (id) => {
    expect(isSharedBetweenCallers(id)).toBe(true)
    expect(lifetimeOf(id)).toBeGreaterThanOrEqual(0)
    expect(lifetimeOf(id)).toBeLessThanOrEqual(1_000)
  })

  it.each(['world.time.get', 'player.economy.balance.get'])('is never cached for %s', (id) =>
    expect(lifetimeOf(id)).toBe(0),
  )

  it.each(['ext.shopkeeper.list', 'constructor'])('is cached briefly, for its caller only, by %s', (id) => {
    expect(lifetimeOf(id)).toBe(500)
    expect(isSharedBetweenCallers(id)).toBe(false)
  })
})

describe('an event', () => {
  it.each(idsOf('event'))('like %s makes contexts of the catalogue stale, or none', (id) => {
    const contexts = staleAfter(id)
    if (contexts === 'all') throw new Error('Nobody said what it makes stale.')
    expect(idsOf('context')).toEqual(expect.arrayContaining([...contexts]))
  })

  it.each(['ext.shopkeeper.sold', 'constructor'])('that is unknown (%s) makes everything stale', (id) =>
    expect(staleAfter(id)).toBe('all'),
  )
})
