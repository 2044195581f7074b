/** Promise table: rows of a document that name a promise, the module that keeps it and the tests that verify it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

export interface PromiseRow {
  readonly key: string
  readonly promise: string
  /** The cell as it is written. */
  readonly where: string
}

/** The rows of a document that name files in their last two of four cells. */
export const promisesIn = (document: string): readonly PromiseRow[] =>
  [...read(document).matchAll(/^\| ([^|`]+) \| (.+) \| (.*`.*) \| .*`.* \|$/gmu)].map(
    ([, key = '', promise = '', where = '']) => ({ key, promise, where }),
  )

/** Every module of a row exists. That tests verify it is checked by `npm run check:generated`. */
export function expectModulesExist({ where }: PromiseRow): void {
  const files = [...where.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(existsSync(path.join(root, file)), file).toBe(true)
}
