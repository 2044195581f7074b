import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecentIds } from '../../../src-main/streaming/recent-ids.js'
import { forAll } from '../../fixtures/properties.js'

describe('recent ids', () => {
  it('know a repeat among the newest, whatever came between', () => {
    forAll(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }), (numbers) => {
      const ids = new RecentIds(10)
      const remembered: string[] = []
      for (const number of numbers) {
        const id = `${number}`
        const isNew = ids.add(id)
        if (remembered.slice(-10).includes(id)) expect(isNew).toBe(false)
        if (!remembered.slice(-20).includes(id)) expect(isNew).toBe(true)
        if (isNew) remembered.push(id)
      }
    })
  })

  it('forget what is older than twice as many', () => {
    const ids = new RecentIds(100)
    for (let at = 0; at < 201; at += 1) ids.add(`${at}`)
    expect([ids.add('200'), ids.add('101'), ids.add('0')]).toEqual([false, false, true])
  })
})
