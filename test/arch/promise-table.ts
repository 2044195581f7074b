/** Promise table: rows of a document that name a promise, the module that keeps it and the tests that hold it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

export interface PromiseRow {
  readonly key: string
  readonly promise: string
  /** Cells as they are written. */
  readonly where: string
  readonly tests: string
}

/** The rows of a document that name files in their last two of four cells. */
export const promisesIn = (document: string): readonly PromiseRow[] =>
  [...read(document).matchAll(/^\| ([^|`]+) \| (.+) \| (.*`.*) \| (.*`.*) \|$/gmu)].map(
    ([, key = '', promise = '', where = '', tests = '']) => ({ key, promise, where, tests }),
  )

/** Every file of a row exists, every test is written as its file and title, and has that title. */
export function expectProved({ where, tests }: PromiseRow): void {
  expect(filesIn(where).length).toBeGreaterThan(0)
  for (const file of filesIn(where)) expect(existsSync(path.join(root, file)), file).toBe(true)
  const proofs = testsIn(tests)
  expect(proofs.length).toBe(filesIn(tests).length)
  expect(proofs.length).toBeGreaterThan(0)
  for (const { file, title } of proofs) expect(titlesIn(file), `${file}: ${title}`).toContain(title)
}

const filesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file)

const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` \*([^*]+)\*/gu)].map(([, file = '', title = '']) => ({ file, title }))

/** Titles of tests and groups, as they are written. */
const titlesIn = (file: string): string[] =>
  [...read(file).matchAll(/\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`)/gu)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
