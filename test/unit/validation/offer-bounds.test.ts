import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isTooLarge,
  maxCapabilities,
  maxManifestCharacters,
  maxOfferCharacters,
  withinBounds,
} from '../../../src-main/validation/offer-bounds.js'
import { admitInProcess as admit } from '../../fakes/admission.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { forAll } from '../../fixtures/properties.js'

const numbers = (count: number) => Array.from({ length: count }, () => 1e20)
const heavy = (id: string, count = 2_500) =>
  manifestOf({ id, examples: [{ name: 'An example', parameters: { a: [numbers(count / 5), numbers(count / 5)] } }] })

describe('one capability', () => {
  it('with examples larger than it may be is refused by name, and the others are taken', async () => {
    const big = { ...manifestOf({ id: 'ext.evil.big' }), examples: [{ name: 'e', parameters: { a: numbers(5_000) } }] }
    const { capabilities, refused } = await admit([big, manifestOf()])
    expect(refused).toEqual([{ id: 'ext.evil.big', reason: expect.stringContaining('larger than 65536') }])
    expect(capabilities.map(({ id }) => id)).toEqual([manifestOf().id])
  })

  it('that grows beyond it once its references are followed is refused', async () => {
    const definitions = { long: { description: 'x'.repeat(1_000) } }
    const allOf = Array.from({ length: 200 }, () => ({ $ref: '#/definitions/long' }))
    const { refused } = await admit([manifestOf({ parameters: { type: 'object', definitions, allOf } as never })])
    expect(refused).toMatchObject([{ reason: expect.stringContaining('larger than 65536') }])
  })

  it('is measured as JSON would measure it', () =>
    forAll(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(200), (value, more) => {
      const padding = 'x'.repeat(Math.max(0, maxManifestCharacters - 100 - JSON.stringify(value).length + more))
      const whole = { value, padding }
      const length = JSON.stringify(whole).length
      // A comma is counted for the last member too.
      return isTooLarge(whole) ? length > maxManifestCharacters - 1_000 : length <= maxManifestCharacters
    }))
})

describe('the whole offer of a server', () => {
  it('has a size limit; what is beyond is refused by name', () => {
    const offered = Array.from({ length: 400 }, (_, index) => heavy(`ext.evil.c${index}`))
    const { capabilities, refused } = withinBounds(offered)
    expect(capabilities.length + refused.length).toBe(400)
    expect(JSON.stringify(capabilities).length).toBeLessThanOrEqual(maxOfferCharacters)
    expect(refused.at(-1)).toEqual({ id: 'ext.evil.c399', reason: expect.stringContaining('4194304') })
  })

  it('has a limit of capabilities', () => {
    const offered = Array.from({ length: maxCapabilities + 1 }, (_, index) => manifestOf({ id: `ext.many.c${index}` }))
    expect(withinBounds(offered)).toMatchObject({ refused: [{ id: `ext.many.c${maxCapabilities}` }] })
  })
})
