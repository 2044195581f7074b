import { describe, expect, it } from 'vitest'
import { fillTables, proofsOf } from '../../../scripts/proof-tables.mjs'

const file = 'test/unit/route.test.ts'
/** Not written out in texts below: the generator reads this file too. */
const verifies = '// verifies:'

describe('the comments of a test file', () => {
  it('name the rows that the test or the group after them verifies', () => {
    const text = `
${verifies} calls
describe('a route', () => {
  ${verifies} calls-risk, invariant 4
  ${verifies} promise 2
  it.each([['oak'], ['iron']])('of %s opens', (kind) => {})
  for (const one of all)
    ${verifies} frames
    it(\`closes one\`, () => {})
})`
    expect(proofsOf(file, text)).toEqual([
      { key: 'calls', file, title: 'a route' },
      { key: 'calls-risk', file, title: 'of %s opens' },
      { key: 'invariant 4', file, title: 'of %s opens' },
      { key: 'promise 2', file, title: 'of %s opens' },
      { key: 'frames', file, title: 'closes one' },
    ])
  })

  it.each([`${verifies} calls\nconst one = 1`, `${verifies} calls\nrun()`, `${verifies} calls`])(
    'that stand before no test are an error: %j',
    (text) => expect(() => proofsOf(file, text)).toThrow('stands before no test'),
  )
})

describe('a table with the column "tests"', () => {
  const table = (row) =>
    ['| section | promise | where | tests |', '|---|---|---|---|', row, '', '| a | b | c | d |'].join('\n')
  const proofs = [
    { key: 'calls', file, title: 'opens | shuts' },
    { key: 'frames', file, title: 'rings' },
  ]

  it('gets the tests of each row; other tables stay', () => {
    expect(fillTables(table('| [calls](x.md#calls) | one path | `a.ts` | old |'), proofs)).toEqual({
      text: table('| [calls](x.md#calls) | one path | `a.ts` | `test/unit/route.test.ts` *opens \\| shuts* |'),
      keys: ['calls'],
    })
  })

  it('is an error when no test verifies a row', () =>
    expect(() => fillTables(table('| audit id | unique | `a.ts` |  |'), proofs)).toThrow('No test verifies "audit id"'))
})
