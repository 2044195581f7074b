import { describe, expect, it } from 'vitest'
import { contractVersion } from '../../src-main/contract/product.js'
import { expectProved, promisesIn, read } from './promise-table.js'

/** Every numbered section of specification 1. */
const sections = [
  ...['1.1', '1.2', '1.3', '2.1', '2.2', '2.3', '3.1', '3.2', '3.2.1', '3.2.2', '3.2.3', '4.1', '4.2', '4.3'],
  ...['5.1', '5.2', '5.2.1', '5.2.2', '5.2.3', '5.2.4', '5.2.5', '5.3', '6.1', '6.2', '6.3'],
  ...['7.1', '7.2', '7.2.1', '7.2.2', '7.3', '7.4', '7.5', '8.1', '8.2', '8.2.1', '8.2.2', '8.3', '8.4'],
  ...['9.1', '9.2', '9.3', '9.4', '9.5', '10.1', '11.1', '11.2', '11.3', '11.4', '11.5', '12.1', '12.2', '12.3'],
  ...['A', 'B', 'C'],
]

const rows = promisesIn('docs/contract.md')

describe('the table of the specification', () => {
  it('has every section once, in order', () => expect(rows.map(({ key }) => key)).toEqual(sections))

  it.each(rows)('section $key: $promise', expectProved)

  it('explains the terms of section 1.3', () => {
    const architecture = read('ARCHITECTURE.md')
    for (const term of ['**consumer**', '**provider**', '**capabilities**']) expect(architecture).toContain(term)
  })

  it('is version 1.0.0 of appendix C', () => expect(contractVersion).toBe('1.0.0'))
})
