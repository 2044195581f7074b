import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonCopy } from '../../../src-main/validation/capability-validator.js'

describe('a copy of JSON', () => {
  it('is equal and shares nothing', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text.replaceAll('-0', '0'))
        expect(jsonCopy(value)).toEqual(value)
      }),
    )
    const nested = { list: [{ name: 'Steve' }] }
    const copy = jsonCopy(nested) as typeof nested
    expect([copy.list === nested.list, copy.list[0] === nested.list[0]]).toEqual([false, false])
  })

  it('keeps a member named __proto__ a member', () => {
    const copy = jsonCopy(JSON.parse('{"a":{"__proto__":{"admin":true}}}')) as { a: object }
    expect(Object.keys(copy.a)).toEqual(['__proto__'])
    expect((copy.a as { admin?: boolean }).admin).toBeUndefined()
  })
})
