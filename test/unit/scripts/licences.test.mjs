import { describe, expect, it } from 'vitest'
import { isAllowed, notAllowed, noticesOf } from '../../../scripts/licences.mjs'

const one = (licence) => ({ name: 'some-package', version: '1.0.0', licence, text: 'The text.' })

describe('licences of shipped packages', () => {
  it('accepts licences compatible with an MIT program', () => {
    for (const licence of ['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', '0BSD', 'OFL-1.1'])
      expect(isAllowed(licence)).toBe(true)
  })

  it('rejects stricter and unknown licences', () => {
    for (const licence of ['GPL-3.0-only', 'AGPL-3.0', 'LGPL-2.1', 'MPL-2.0', 'SEE LICENSE IN FILE', 'unknown', ''])
      expect(isAllowed(licence)).toBe(false)
  })

  it('accepts an allowed alternative of OR, and requires all of AND', () => {
    expect(isAllowed('(MIT OR GPL-3.0-or-later)')).toBe(true)
    expect(isAllowed('MIT AND ISC')).toBe(true)
    expect(isAllowed('MIT AND GPL-3.0-only')).toBe(false)
    expect(isAllowed('(MIT AND (GPL-2.0 OR ISC))')).toBe(false)
  })

  it('names the licences that are not allowed', () =>
    expect(notAllowed([one('MIT'), one('GPL-2.0')])).toEqual([one('GPL-2.0')]))

  it('includes every licence text', () => {
    expect(noticesOf([one('MIT')])).toContain('some-package 1.0.0\nMIT\n\nThe text.')
  })
})
