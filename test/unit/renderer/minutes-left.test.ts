import { expect, it } from 'vitest'
import { minutesLeft } from '../../../src-renderer/features/panic/pause-menu.js'

it.each([
  ['2026-03-01T12:15:00.000Z', 15],
  ['2026-03-01T12:14:01.000Z', 15],
  ['2026-03-01T12:01:00.000Z', 1],
  ['2026-03-01T12:00:01.000Z', 1],
  ['2026-03-01T11:59:00.000Z', 1],
])('of a pause until %s, at noon, %i minutes are left', (until, left) => {
  expect(minutesLeft(until, Date.parse('2026-03-01T12:00:00.000Z'))).toBe(left)
})
