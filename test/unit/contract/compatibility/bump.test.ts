import { isAllowedBump, type Level, neededVersion } from '@contract/compatibility.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

const anyNumber = fc.nat({ max: 9 })
const anyVersion = fc
  .tuple(anyNumber, anyNumber, anyNumber)
  .map(([major, minor, patch]) => `${major}.${minor}.${patch}`)
const levels = ['none', 'patch', 'minor', 'major'] as const satisfies readonly Level[]
const anyLevel = fc.constantFrom<Level>(...levels)

// verifies: versions
describe('a new version', () => {
  it.each<[string, string, Level]>([
    ['1.2.3', '1.2.3', 'none'],
    ['1.2.3', '1.2.4', 'patch'],
    ['1.2.3', '1.3.0', 'minor'],
    ['1.2.3', '2.0.0', 'major'],
    ['1.2.3', '2.0.0', 'patch'],
    ['1.2.3', '1.9.0', 'none'],
  ])('from %s to %s is enough for a change that is %s', (from, to, level) => {
    expect(isAllowedBump(from, to, level)).toBe(true)
  })

  it.each<[string, string, Level]>([
    ['1.2.3', '1.2.3', 'patch'],
    ['1.2.3', '1.2.9', 'minor'],
    ['1.2.3', '1.9.0', 'major'],
    ['1.2.3', '1.2.2', 'none'],
    ['2.0.0', '1.9.9', 'patch'],
    ['0.1.0', '0.2.0', 'major'],
    ['1.2.3', 'newest', 'none'],
    ['oldest', '1.2.3', 'none'],
  ])('from %s to %s is not enough for a change that is %s', (from, to, level) => {
    expect(isAllowedBump(from, to, level)).toBe(false)
  })

  it('that is the needed one is always enough, and enough for less', () =>
    forAll(anyVersion, anyLevel, anyLevel, (from, level, other) => {
      const to = neededVersion(from, level) ?? ''
      expect(isAllowedBump(from, to, level)).toBe(true)
      if (levels.indexOf(other) <= levels.indexOf(level)) expect(isAllowedBump(from, to, other)).toBe(true)
    }))
})
