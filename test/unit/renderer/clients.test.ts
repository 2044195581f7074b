import { describe, expect, it } from 'vitest'
import { nameProblem, reaches, reachOf } from '../../../src-renderer/features/clients/new-key.js'
import { agoOf } from '../../../src-renderer/features/clients/time-ago.js'

describe('the form for a key', () => {
  it.each([
    ['clients.nameMissing', '  '],
    ['clients.nameLong', 'x'.repeat(65)],
    ['clients.nameTaken', 'claude '],
    [undefined, 'Cursor'],
  ])('finds %s wrong with %j', (problem, name) => expect(nameProblem(name, ['Claude'])).toBe(problem))

  it('grants what it is read back as, and knows no name for other grants', () => {
    expect(reachOf(reaches.everything)).toBe('everything')
    expect(reachOf([...reaches.reading].reverse())).toBe('reading')
    expect(reachOf(['mcp.context.**'])).toBeUndefined()
    expect(reachOf([])).toBeUndefined()
  })
})

describe('how long ago a client was there', () => {
  const now = Date.parse('2026-01-19T10:30:00Z')
  it.each([
    ['this minute', 30_000, 'en'],
    ['5 minutes ago', 5 * 60_000 + 59_000, 'en'],
    ['2 hours ago', 2 * 3_600_000, 'en'],
    ['yesterday', 86_400_000, 'en'],
    ['5分钟前', 5 * 60_000, 'zh'],
    ['this minute', -60_000, 'en'],
  ])('is "%s"', (words, past, language) => expect(agoOf(new Date(now - past).toISOString(), now, language)).toBe(words))
})
