/**
 * `npm run setup [-- --unit | --e2e]`: installs what the tests need: packages, what Electron needs of the system, Electron,
 * the world for tests, the conformance suites and MCP servers in Python.
 *
 * Run again, it installs only what is missing. It starts in a clone in which nothing is installed yet, so it imports no
 * package before that.
 */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install-packages.mjs'
import { installServers } from './python.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const world = path.join(root, 'test', 'world')
const conformance = path.join(root, 'test', 'conformance')
const only = { unit: process.argv.includes('--unit'), e2e: process.argv.includes('--e2e') }

/** @type {Set<import('./managed-process.mjs').ManagedProcess>} */
const running = new Set()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    for (const one of running) one.stop('SIGINT')
  })

try {
  await ensureInstalled({ onStart })
  if (!only.unit) await systemPackages()
  // One line after the other.
  await worldForTests()
  await suites()
  await Promise.all([electron(), serversInPython()])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function systemPackages() {
  const problem = await ensureSystemPackages({ say: console.log })
  if (problem) throw new Error(problem)
}

async function electron() {
  if (only.unit) return
  const { resolveElectron } = await import('./electron/resolve.mjs')
  await resolveElectron({ prepare: true, say: console.log })
}

async function worldForTests() {
  if (only.unit || !fs.existsSync(path.join(world, 'package.json'))) return
  await ensureInstalled({ folder: world, name: 'the world for tests', onStart })
}

async function suites() {
  if (only.e2e) return
  await ensureInstalled({ folder: conformance, name: 'the conformance suites', args: ['--ignore-scripts'], onStart })
}

async function serversInPython() {
  const missing = only.e2e ? undefined : await installServers()
  if (missing) console.log(`MCP servers in Python are not tested here: ${missing}`)
}

/** @param {import('./managed-process.mjs').ManagedProcess} started */
function onStart(started) {
  running.add(started)
  void started.ended.catch(() => {}).then(() => running.delete(started))
}
