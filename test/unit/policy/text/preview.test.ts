import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSmall } from '../../../../src-main/policy/limits/size.js'
import { previewOf } from '../../../../src-main/policy/text/preview.js'
import { forAll } from '../../../fixtures/properties.js'

describe('the preview of arguments', () => {
  it('is the arguments themselves while a person can read them', () => {
    const given = { path: '/a', content: 'x'.repeat(10_000) }
    expect(previewOf(given)).toEqual(given)
  })

  it('shows the beginning, the end and the length of a long text, and all that is short', () => {
    const content = `BEGIN${'x'.repeat(100_000)}END`
    const shown = previewOf({ path: '/home/ada/a.txt', edits: [{ content }] })
    expect(shown).toEqual({
      path: '/home/ada/a.txt',
      edits: [{ content: expect.stringMatching(/^BEGINx{1195}… \(98408 more characters\) …x{397}END$/u) }],
    })
  })

  it('shows the first items of a list that is too long, and how many are missing', () => {
    const parts = Array.from({ length: 900 }, (_, index) => ({ shape: 'box', from: [index, 0, 0] }))
    expect(previewOf({ name: 'Castle', parts })).toEqual({
      name: 'Castle',
      parts: [...parts.slice(0, 32), '… (868 more)'],
    })
  })

  it('is never larger than what is kept, whatever the arguments', () =>
    forAll(fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 9_000 }))), (members) => {
      expect(isSmall(previewOf(Object.fromEntries(members)))).toBe(true)
    }))
})
