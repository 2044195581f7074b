/**
 * Client results: what each AI client did in each step when it last ran, in `test/clients/results.json`.
 *
 * `npm run test:clients` writes them, and the table in the docs is made of nothing else: a client that did not run manages
 * no step there, and results of another version are an error.
 */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../test/clients/results.json', import.meta.url))

/**
 * @typedef {'works' | { cannot: string } | { failed: string }} StepResult
 *   with what was seen; `cannot`: as `packages.json` expects, `failed`: against it
 * @typedef {Readonly<Record<string, { version: string, steps: Readonly<Record<string, StepResult>> }>>} Results
 *   by the id of the client
 */

/** @returns {Results} */
export const clientResults = () => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {})

/** @param {Results} results */
export const writeClientResults = (results) => fs.writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)

/**
 * The results after a run: those of clients that ran are replaced.
 *
 * @param {Results} before
 * @param {{ testResults: readonly { assertionResults: readonly { ancestorTitles: readonly string[], title: string,
 *   status: string, meta?: { observed?: string } }[] }[] }} report of Vitest
 * @param {Readonly<Record<string, { version: string }>>} packages
 * @param {Readonly<Record<string, { title: string }>>} steps
 * @returns {Results}
 */
export function resultsAfter(before, report, packages, steps) {
  const idOf = Object.fromEntries(Object.entries(steps).map(([id, { title }]) => [title, id]))
  const ran = new Map()
  for (const { ancestorTitles, title, status, meta } of report.testResults.flatMap((one) => one.assertionResults)) {
    // Vitest quotes the id.
    const [client, step] = [ancestorTitles.at(-1)?.replaceAll("'", ''), idOf[title]]
    if (!packages[client] || !step || (status !== 'passed' && status !== 'failed')) continue
    ran.set(client, { ...ran.get(client), [step]: resultOf(status, meta?.observed) })
  }
  const ids = Object.keys(packages).filter((id) => ran.has(id) || before[id])
  return Object.fromEntries(
    ids.map((id) => [id, ran.has(id) ? { version: packages[id].version, steps: ran.get(id) } : before[id]]),
  )
}

/** A test passes where a client cannot do what nobody expects of it. @returns {StepResult} */
function resultOf(status, observed = '') {
  if (status === 'failed') return { failed: observed }
  return observed ? { cannot: observed } : 'works'
}
