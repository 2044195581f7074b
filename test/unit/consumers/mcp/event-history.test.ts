import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventHistory, parseEventId } from '../../../../src-main/consumers/mcp/event-history.js'
import { forAll } from '../../../fixtures/properties.js'

describe('the history of a session', () => {
  it('replays to each stream its own messages after an event, in order', () => {
    const streams = fc.constantFrom('r1', 's2', 's3')
    forAll(fc.array(streams, { minLength: 1, maxLength: 100 }), fc.nat(), (carried, pick) => {
      const history = new EventHistory()
      const ids = carried.map((stream, at) => history.keep(stream, `${at}`))
      expect(new Set(ids).size).toBe(ids.length)
      const from = pick % carried.length
      const id = parseEventId(ids[from] ?? '')
      const later = carried.flatMap((stream, at) => (at > from && stream === carried[from] ? [`${at}`] : []))
      expect(id && history.after(id).map(({ text }) => text)).toEqual(later)
    })
  })

  it('forgets the oldest beyond 128 events', () => {
    const history = new EventHistory()
    const first = parseEventId(history.keep('s1', 'first'))
    for (let count = 0; count < 200; count += 1) history.keep('s1', `${count}`)
    const kept = first && history.after(first)
    expect(kept).toHaveLength(128)
    expect(kept?.at(-1)?.text).toBe('199')
  })

  it('forgets the oldest beyond a million characters, and keeps nothing larger than that', () => {
    const history = new EventHistory()
    const start = parseEventId(history.keep('s1'))
    const half = 'x'.repeat(600 * 1024)
    history.keep('s1', half)
    history.keep('s1', half)
    expect(start && history.after(start)).toHaveLength(1)
    history.keep('s1', 'x'.repeat(1024 * 1024 + 1))
    expect(start && history.after(start)).toEqual([])
    history.keep('s1', 'small')
    expect(start && history.after(start)).toMatchObject([{ text: 'small' }])
  })

  it('repeats no event that held no message', () => {
    const history = new EventHistory()
    const start = parseEventId(history.keep('s1'))
    history.keep('s1')
    expect(start && history.after(start)).toEqual([])
  })
})

describe('what a client calls the last event it has', () => {
  it('is read back as it was issued', () => {
    expect(parseEventId(new EventHistory().keep('r7', 'text'))).toEqual({ stream: 'r7', number: 1 })
  })

  it('is rejected when we did not issue it', () =>
    forAll(fc.string(), (text) => /^[rs]\d+\.\d+$/.test(text) || parseEventId(text) === undefined))
})
