import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './program.js'

/** The other topics are started by `test/integration/bench.test.ts`: they need no window. */
test('the benchmark of the desktop still runs', async () => {
  const bench = path.resolve(import.meta.dirname, '../../scripts/bench.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [bench, 'desktop', '--once'])
  const figures: Readonly<Record<string, readonly { readonly value: unknown }[]>> = JSON.parse(stdout).figures
  expect(Object.keys(figures)).toEqual(['window', 'flood'])
  for (const { value } of Object.values(figures).flat()) expect(value).toEqual(expect.any(Number))
})
