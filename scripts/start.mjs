/**
 * `npm start [-- --profile DIR --simulator --hidden]`: starts the tray program in the way that this machine supports.
 *
 * Prints what it prepares; then the program reports that it is open. `GATEHOUSE_LOG=stderr` has the log here too.
 *
 * With a display Electron; without one, or without the libraries Electron needs, the same gateway without a window: on a
 * virtual display nobody could answer a question. Exit code and signals pass through, and nothing started here outlives
 * this process. The stdio bridge starts it too, detached and without a terminal, so it must survive a closed output.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled } from './dependencies.mjs'
import { ensureInstalled } from './install-packages.mjs'
import { hasOwnDisplay } from './machine.mjs'
import { startManaged, whenNpmEnds } from './managed-process.mjs'
import { missingNeeds } from './system-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const say = (line) => console.error(line)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** @type {import('./managed-process.mjs').ManagedProcess | undefined} */
let running
/** @type {NodeJS.Signals | undefined} */
let interruption

/** @param {NodeJS.Signals} signal */
function interrupt(signal) {
  interruption = signal
  if (running) running.stop(signal)
  else finish(128 + os.constants.signals[signal])
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, interrupt)
whenNpmEnds('start', () => interrupt('SIGTERM'))

const known = /^--(?:simulator|hidden|profile=.+)$/
const unknown = args.filter((arg, i) => !known.test(arg) && arg !== '--profile' && args[i - 1] !== '--profile')
if (unknown.length > 0 || args.at(-1) === '--profile') {
  say(
    `${unknown.length > 0 ? `Unknown: ${unknown.join(' ')}\n` : ''}Usage: npm start -- [--profile DIR] [--simulator] [--hidden]`,
  )
  process.exit(2)
}

try {
  await installIfNeeded()
  await buildIfNeeded()
  finish(await run(...(await chooseProgram())))
} catch (error) {
  if (!interruption) say(error.message)
  finish(interruption ? 128 + os.constants.signals[interruption] : 1)
}

/** A client that starts the program through the bridge installs nothing behind its user's back. */
async function installIfNeeded() {
  if (process.env.npm_lifecycle_event !== 'start' && !isInstalled(root)) throw new Error('Run "npm start" once.')
  await ensureInstalled({
    onStart(started) {
      running = started
    },
  })
  running = undefined
}

async function buildIfNeeded() {
  if (fs.existsSync(path.join(root, 'dist', 'main.cjs'))) return
  say('Building Gatehouse for the first time. This takes about half a minute ...')
  const code = await run(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Error(`The build failed with exit code ${code}.`)
}

/** @returns {Promise<[command: string, args: string[], options?: import('node:child_process').SpawnOptions]>} */
async function chooseProgram() {
  const lacking = (await missingNeeds()).map(({ library }) => library).filter(Boolean)
  if (lacking.length > 0) return headless(`Electron lacks ${lacking.join(', ')} here`)
  if (!hasOwnDisplay()) return headless('No display found')
  const { resolveElectron, sandboxArguments } = await import('./electron/resolve.mjs')
  const { executable } = await resolveElectron({ prepare: true, say })
  const quiet = '--log-level=3'
  return [executable, [...sandboxArguments(), quiet, root, ...args], { env: electronEnvironment() }]
}

/** The program tells AI clients to run the bridge with this Node. */
function electronEnvironment() {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env
  return { ...env, GATEHOUSE_NODE: process.execPath }
}

/** @returns {[command: string, args: string[]]} */
function headless(reason) {
  say(`${reason}: the gateway runs without a window, and requests that need approval are denied.`)
  const understood = args.filter((arg, i) => /^--(simulator$|profile(=|$))/.test(arg) || args[i - 1] === '--profile')
  return [process.execPath, [path.join(root, 'dist', 'headless.cjs'), ...understood]]
}

async function run(command, args, options = {}) {
  running = startManaged(command, args, { stdio: 'inherit', ...options })
  try {
    return await running.ended
  } finally {
    running = undefined
  }
}

function finish(code) {
  process.exit(code)
}
