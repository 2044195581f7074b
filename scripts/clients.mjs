/**
 * `npm run test:clients [-- ID...]`: AI clients of others against the built program; without ids all of them.
 *
 * `npm test` runs those that `test/clients/packages.json` marks as usual. A client that cannot be installed here is
 * skipped, and one line names it. Other runs write what passed to `test/clients/results.json`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { clientPackages, installClient } from './client-programs.mjs'
import { clientResults, resultsAfter, writeClientResults } from './client-results.mjs'
import { loaded } from './loaded-module.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { usual: { type: 'boolean' }, report: { type: 'string' } },
})
const packages = clientPackages()
const ids =
  positionals.length > 0 ? positionals : Object.keys(packages).filter((id) => !values.usual || packages[id].usual)
const unknown = ids.filter((id) => !packages[id])
if (unknown.length > 0) {
  console.error(`There is no client ${unknown.join(', ')}. There are: ${Object.keys(packages).join(', ')}.`)
  process.exit(2)
}

const started = Date.now()
const why = new Map(await Promise.all(ids.map(async (id) => /** @type {const} */ ([id, await installClient(id)]))))
const there = ids.filter((id) => !why.get(id))
const missing = ids.filter((id) => why.get(id))
console.log(`${there.length} AI clients are installed (${((Date.now() - started) / 1000).toFixed(1)} s).`)
if (missing.length > 0) console.log(`Skipped: ${missing.map((id) => `${id} (${why.get(id)})`).join(', ')}.`)

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
/** @type {import('node:child_process').ChildProcess | undefined} */
let child
let isInterrupted = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    isInterrupted = true
    child?.kill(signal)
  })
}

if (values.usual) {
  process.exitCode = await run(ids, values.report)
} else {
  // One after the other, so that a run that is interrupted leaves the results of those that ended.
  const steps = await loaded(path.join(root, 'test', 'clients', 'steps.ts'), 'steps')
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-clients-')), 'report.json')
  for (const id of there) {
    if (isInterrupted) break
    fs.rmSync(report, { force: true })
    process.exitCode = (await run([id], report)) || process.exitCode
    if (isInterrupted || !fs.existsSync(report)) continue
    const ran = JSON.parse(fs.readFileSync(report, 'utf8'))
    writeClientResults(resultsAfter(clientResults(), ran, packages, steps))
  }
  fs.rmSync(path.dirname(report), { recursive: true })
  console.log('The results are in test/clients/results.json. "npm run generate" puts them into docs/ai-clients.md.')
}

/** @returns {Promise<number>} the exit code */
async function run(chosen, report) {
  const reporters = ['--reporter=default', ...(report ? ['--reporter=json', `--outputFile.json=${report}`] : [])]
  const config = ['--config', 'test/clients/vitest.config.ts', '--root', '.']
  child = spawn(process.execPath, [vitest, 'run', ...config, ...reporters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, GATEHOUSE_TEST_CLIENTS: chosen.join(',') },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}
