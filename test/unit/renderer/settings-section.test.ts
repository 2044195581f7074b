import { expect, it } from 'vitest'
import { sectionAt } from '../../../src-renderer/features/settings/use-current-section.js'

const tops = [0, 400, 900, 1_300, 1_400]
const screen = { scrollHeight: 1_500, clientHeight: 600 }

it.each([
  [0, 0],
  [150, 0],
  [300, 1],
  [600, 2],
  [820, 3],
  [900, 4],
])('scrolled by %i pixels, the settings are at section %i', (scrollTop, section) => {
  expect(sectionAt(tops, { ...screen, scrollTop })).toBe(section)
})

it('are at the first where nothing scrolls', () => {
  expect(sectionAt([0], { scrollTop: 0, scrollHeight: 100, clientHeight: 600 })).toBe(0)
})
