import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitiesIn } from '../../../../../src-main/providers/java/capabilities/entity-capabilities.js'
import { parseSnbt, type Snbt } from '../../../../../src-main/providers/java/dialects/snbt.js'
import { forAll } from '../../../../fixtures/properties.js'

const name = fc.stringMatching(/^[a-z]{1,8}$/u)
const { value } = fc.letrec<{ value: Snbt }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))

/** As the game writes it. */
function written(one: Snbt): string {
  if (typeof one === 'string') return `"${one.replace(/["\\]/gu, '\\$&')}"`
  if (typeof one === 'number') return `${one}`
  if (Array.isArray(one)) return `[${one.map(written).join(', ')}]`
  return `{${Object.entries(one)
    .map(([key, member]) => `${key}: ${written(member)}`)
    .join(', ')}}`
}

describe('SNBT', () => {
  it('reads back what was written', () =>
    forAll(value, (one) => {
      expect(parseSnbt(written(one))).toEqual(one)
    }))

  it('reads 16,000 values and no more', () => {
    const list = (values: number) =>
      `[${Array(values - 1)
        .fill('1b')
        .join(',')}]`
    expect(parseSnbt(list(16_000))).toHaveLength(15_999)
    expect(parseSnbt(list(16_001))).toBeUndefined()
  })

  it('reads 64 levels and no more', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
    expect(parseSnbt(nested(64))).toBeDefined()
    expect(parseSnbt(nested(65))).toBeUndefined()
  })

  it('reads a text of 65,535 characters and no more', () => {
    const text = (length: number) => `"${'x'.repeat(length)}"`
    expect(parseSnbt(text(65_535))).toHaveLength(65_535)
    expect(parseSnbt(text(65_536))).toBeUndefined()
    expect(parseSnbt(`"${'\\"'.repeat(40_000)}"`)).toBeUndefined()
  })
})

describe('the entities of a reply', () => {
  const entity = (data: string) => `Cow has the following entity data: ${data}`

  it('end where one cannot be read', async () => {
    const found = await entitiesIn(`${entity('{a:1}')}${entity(`[${'1,'.repeat(20_000)}1]`)}${entity('{a:2}')}`)
    expect(found).toEqual([{ label: 'Cow', data: { a: 1 } }])
  })

  it('give other work its turn', async () => {
    const text = entity(`{a:[${'1,'.repeat(10_000)}1]}`).repeat(40)
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    expect(await entitiesIn(text)).toHaveLength(40)
    clearImmediate(next)
    expect(turns).toBeGreaterThan(0)
  })
})
