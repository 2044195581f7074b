import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentPort } from '../../src-main/contract/frames.js'
import { contractVersion } from '../../src-main/contract/product.js'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Every numbered section of specification 1. */
const sections = [
  ...['1.1', '1.2', '1.3', '2.1', '2.2', '2.3', '3.1', '3.2', '3.2.1', '3.2.2', '3.2.3', '4.1', '4.2', '4.3'],
  ...['5.1', '5.2', '5.2.1', '5.2.2', '5.2.3', '5.2.4', '5.2.5', '5.3', '6.1', '6.2', '6.3'],
  ...['7.1', '7.2', '7.2.1', '7.2.2', '7.3', '7.4', '7.5', '8.1', '8.2', '8.2.1', '8.2.2', '8.3', '8.4'],
  ...['9.1', '9.2', '9.3', '9.4', '9.5', '10.1', '11.1', '11.2', '11.3', '11.4', '11.5', '12.1', '12.2', '12.3'],
  ...['A', 'B', 'C'],
]

const rows = [...read('docs/contract.md').matchAll(/^\| ([\dA-C.]+) \| (.+) \| (.+) \| (.+) \|$/gmu)].map(
  ([, section = '', promise = '', where = '', tests = '']) => ({ section, promise, where, tests }),
)
const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file)
const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` \*([^*]+)\*/gu)].map(([, file = '', title = '']) => ({ file, title }))

describe('the table of the specification', () => {
  it('has every section once, in order', () => expect(rows.map(({ section }) => section)).toEqual(sections))

  it.each(rows)('section $section: $promise', ({ where, tests }) => {
    expect(filesIn(where).length).toBeGreaterThan(0)
    for (const file of filesIn(where)) expect(existsSync(path.join(root, file)), file).toBe(true)
    const proofs = testsIn(tests)
    expect(proofs.length).toBe(filesIn(tests).length)
    expect(proofs.length).toBeGreaterThan(0)
    for (const { file, title } of proofs) expect(titlesIn(file), `${file}: ${title}`).toContain(title)
  })

  it('explains the terms of section 1.3', () => {
    const architecture = read('ARCHITECTURE.md')
    for (const term of ['**consumer**', '**provider**', '**capabilities**']) expect(architecture).toContain(term)
  })

  it('dials port 8765 where nothing else is said', () => expect(agentPort).toBe(8765))

  it('is version 1.0.0 of appendix C', () => expect(contractVersion).toBe('1.0.0'))
})

/** Titles of tests and groups, as they are written. */
const titlesIn = (file: string): string[] =>
  [...read(file).matchAll(/\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`)/gu)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
