/**
 * `npm test [-- --unit | --e2e] [--coverage]`: prepares this machine, then runs every test and closes with one line that counts them.
 * `--coverage` also measures how many lines the unit and integration tests run, which takes a tenth longer.
 *
 * The tests do not start when setup or build fails. All stages of tests run, also when one of them fails. It starts in a
 * clone in which nothing is installed yet, so it imports no package before setup.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { coverageArguments, coverageTable } from './coverage.mjs'
import { withDisplay } from './display.mjs'
import { newestJdk, tallyOfMaven, whyNoJava } from './java.mjs'
import { findOnPath, hasOwnDisplay } from './machine.mjs'
import { startManaged, whenNpmEnds } from './managed-process.mjs'
import { add, closingLines, tallyOfPlaywright, tallyOfStage, tallyOfVitest } from './test-report.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const javaAgents = path.join(root, 'agents', 'java')
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-'))
const only = { unit: process.argv.includes('--unit'), e2e: process.argv.includes('--e2e') }

const isMeasured = process.argv.includes('--coverage')
const coverage = path.join(reports, 'coverage')

/** @type {Set<import('./managed-process.mjs').ManagedProcess>} */
const running = new Set()
let interrupted = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, interrupt)
whenNpmEnds('test', interrupt)

/** Each step; one without `tally` is a prerequisite. `run` returns whether it succeeded, or throws a sentence. */
const steps = [
  { name: 'setup', run: () => node(['scripts/setup.mjs', ...process.argv.slice(2)]) },
  { name: 'build', run: () => npm('run', 'build') },
  { name: 'check', not: 'e2e', run: check, tally: () => undefined },
  { name: 'agents in Java', not: 'e2e', run: maven, tally: () => (whyNoJava() ? undefined : tallyOfMaven(javaAgents)) },
  { name: 'unit and integration tests', not: 'e2e', run: vitest, tally: () => report('vitest', tallyOfVitest) },
  { name: 'AI clients', not: 'e2e', run: aiClients, tally: () => report('clients', tallyOfVitest) },
  { name: 'conformance', not: 'e2e', run: conform, tally: () => report('conformance', (tally) => tally) },
  { name: 'tests of the program', not: 'unit', run: playwright, tally: () => report('playwright', tallyOfPlaywright) },
  { name: 'the package', not: 'unit', run: packed, tally: () => report('package', tallyOfVitest) },
]

/** Those that mostly wait for processes run side by side. */
const sideBySide = ['AI clients', 'conformance']

const tallies = []
for (const step of steps) {
  const [first, ...others] = sideBySide
  if (others.includes(step.name)) continue
  const works = step.name === first ? steps.filter(({ name }) => sideBySide.includes(name)) : [step]
  const results = await Promise.all(works.filter(({ not }) => !interrupted && !(not && only[not])).map(runStep))
  if (results.includes(false)) break
}

/** @returns {Promise<boolean>} false when the tests cannot be run without it */
async function runStep({ name, run, tally }) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  let problem = ''
  const ok = await Promise.resolve()
    .then(run)
    .catch((error) => {
      problem = `: ${error.message}`
      return false
    })
  console.log(`── ${name}: ${ok ? 'done' : 'failed'} after ${((Date.now() - started) / 1000).toFixed(1)} s${problem}`)
  if (tally) tallies.push(tallyOfStage(name, ok, tally()))
  if (tally || ok) return true
  tallies.push(tallyOfStage(name, false))
  console.log(`\nThe tests were not run, because the step "${name}" failed.`)
  return false
}

showCoverage()
fs.rmSync(reports, { recursive: true, force: true })
if (interrupted) tallies.push(tallyOfStage('the run, which was interrupted', false))
console.log(`\n${closingLines(tallies)}`)
process.exitCode = add(tallies).failed > 0 ? 1 : 0

/** In parallel: they wait for the network and the disk, or need one processor each. */
async function together(...works) {
  const went = await Promise.all(works.map((work) => work()))
  return went.every(Boolean)
}

function check() {
  return together(
    ...['lint', 'types', 'layers', 'generated', 'patterns', 'words'].map((part) => () => npm('run', `check:${part}`)),
  )
}

function vitest() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('vitest')}`]
  return node([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...reporters,
    ...(isMeasured ? coverageArguments(coverage) : []),
  ])
}

/** For people, and for the page of a run in CI. */
function showCoverage() {
  const table = coverageTable(coverage, root)
  if (!table) return
  console.log(`\n${table}`)
  if (process.env.GITHUB_STEP_SUMMARY) fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${table}\n`)
}

/** Before the integration tests: they run the example that it builds. */
function maven() {
  const missing = whyNoJava()
  if (missing) console.log(`The agents in Java are neither built nor tested here: ${missing}`)
  return missing
    ? true
    : command(
        'mvn',
        ['--batch-mode', '--no-transfer-progress', 'clean', 'verify'],
        { ...process.env, JAVA_HOME: newestJdk() },
        javaAgents,
      )
}

function conform() {
  return node(['scripts/conformance.mjs', '--report', reportFile('conformance')])
}

/** Real ones, from their registries; those that cannot be installed here are skipped. */
function aiClients() {
  return node(['scripts/clients.mjs', '--usual', '--report', reportFile('clients')])
}

function playwright() {
  if (!hasOwnDisplay() && !findOnPath('Xvfb')) throw new Error('No display found, and no Xvfb.')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile('playwright') }
  return node(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], env)
}

/** Packs, installs and runs the program, where a .deb can be made. */
async function packed() {
  const display = findOnPath('dpkg-deb') && (await withDisplay())
  if (!display) {
    console.log('There is no dpkg here: nothing was packed.')
    return true
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile('package')}`]
  const config = ['--config', 'test/package/vitest.config.ts', '--root', '.']
  try {
    return await node(['node_modules/vitest/vitest.mjs', 'run', ...config, ...reporters], {
      ...process.env,
      ...display.env,
    })
  } finally {
    await display.stop()
  }
}

function reportFile(runner) {
  return path.join(reports, `${runner}.json`)
}

/** @returns {import('./test-report.mjs').Tally | undefined} undefined when the runner left no readable report */
function report(runner, tallyOf) {
  try {
    return tallyOf(JSON.parse(fs.readFileSync(reportFile(runner), 'utf8')))
  } catch {
    return undefined
  }
}

function npm(...args) {
  return command('npm', args)
}

/** Starts the runner without npm in between, so that the runner itself receives an interrupt. */
function node(args, env = process.env) {
  return command(process.execPath, args, env)
}

async function command(executable, args, env = process.env, cwd = root) {
  const started = startManaged(executable, args, { cwd, env, stdio: 'inherit', graceMs: 8000 })
  running.add(started)
  try {
    return (await started.ended) === 0
  } finally {
    running.delete(started)
  }
}

function interrupt() {
  interrupted = true
  for (const one of running) one.stop('SIGINT')
}
