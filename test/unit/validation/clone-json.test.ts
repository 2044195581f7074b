import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cloneJson } from '../../../src-main/validation/clone-json.js'
import { forAll } from '../../fixtures/properties.js'

describe('a copy of JSON', () => {
  it('is equal and shares nothing', () => {
    forAll(fc.json(), (text) => {
      const value: unknown = JSON.parse(text)
      const copy = cloneJson(value)
      expect(copy).toEqual(structuredClone(value))
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
    })
    const nested = { list: [{ name: 'Steve' }] }
    const copy = cloneJson(nested) as typeof nested
    expect([copy.list === nested.list, copy.list[0] === nested.list[0]]).toEqual([false, false])
  })

  it('keeps a member named __proto__ a member', () => {
    const copy = cloneJson(JSON.parse('{"a":{"__proto__":{"admin":true}}}')) as { a: object }
    expect(Object.keys(copy.a)).toEqual(['__proto__'])
    expect((copy.a as { admin?: boolean }).admin).toBeUndefined()
  })

  it('is refused for non-data, as by structuredClone', () => {
    expect(() => cloneJson({ run: () => {} })).toThrow('could not be cloned')
    expect(cloneJson({ at: new Date(0) })).toEqual({ at: new Date(0) })
  })
})
