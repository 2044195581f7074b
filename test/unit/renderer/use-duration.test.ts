import { describe, expect, it } from 'vitest'
import { durationText, formatSeconds } from '../../../src-renderer/ui/time/use-duration.js'

describe('a duration', () => {
  it.each([
    [-3, { milliseconds: 0 }],
    [18.4, { milliseconds: 18 }],
    [6_250, { seconds: 6.3 }],
    [24_889, { seconds: 25 }],
    [59_600, { minutes: 1, seconds: 0 }],
    [263_000, { minutes: 4, seconds: 23 }],
  ])('of %i ms is rounded for people', (milliseconds, values) =>
    expect(durationText(milliseconds).values).toEqual(values),
  )

  it('that runs is minutes and seconds', () => {
    expect(formatSeconds(9)).toBe('0:09')
    expect(formatSeconds(263)).toBe('4:23')
    expect(formatSeconds(3_863)).toBe('1:04:23')
  })
})
