import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capabilityIdOf, toolNameOf } from '../../../src-main/contract/tool-name.js'

const id = fc
  .array(fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('.'))

describe('a tool name', () => {
  it('leads back to its capability, and to no other', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(capabilityIdOf(toolNameOf(one))).toBe(one)
        expect(toolNameOf(one) === toolNameOf(other)).toBe(one === other)
      }),
    )
  })

  it('holds no dot', () => {
    fc.assert(fc.property(id, (one) => !toolNameOf(one).includes('.')))
  })
})
