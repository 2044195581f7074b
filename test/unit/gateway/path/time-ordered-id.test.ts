import { describe, expect, it } from 'vitest'
import { timeOrderedId } from '../../../../src-main/gateway/path/time-ordered-id.js'

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('a time-ordered id', () => {
  it('is a UUID of version 7 that begins with the time', () => {
    const at = Date.now() + 60_000
    const id = timeOrderedId(at)
    expect(id).toMatch(version7)
    expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(at)
  })

  it('sorts after all earlier ones, within one millisecond and when the clock is set back', () => {
    const at = Date.now() + 120_000
    const ids = Array.from({ length: 10_000 }, (_, number) => timeOrderedId(at - (number % 7)))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(version7)
  })
})
