/**
 * `npm start [-- --profile DIR --simulator --hidden]`: the tray program, on whatever this machine offers.
 *
 * With a display, its own or a virtual one, Electron; without any, or without the libraries Electron needs, the same
 * gateway without a window. Exit code and signals pass through, and nothing started here outlives this process. The
 * stdio bridge starts it too, detached and without a terminal, so a closed output is no reason to fall over.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withDisplay } from './display.mjs'
import { leashed, whenNpmEnds } from './leash.mjs'
import { missingNeeds } from './system-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const say = (line) => console.error(line)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** @type {import('./leash.mjs').Leashed | undefined} */
let running
/** @type {import('./display.mjs').Display | undefined} */
let display

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

try {
  await buildIfNeeded()
  await finish(await run(...(await chooseProgram())))
} catch (error) {
  if (!interruption) say(error.message)
  await finish(interruption ? 128 + os.constants.signals[interruption] : 1)
}

async function buildIfNeeded() {
  if (fs.existsSync(path.join(root, 'dist', 'main.cjs'))) return
  say('Building first ...')
  const code = await run(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Error(`The build failed with exit code ${code}.`)
}

/** @returns {Promise<[command: string, args: string[], options?: import('node:child_process').SpawnOptions]>} */
async function chooseProgram() {
  const lacking = (await missingNeeds()).map(({ library }) => library).filter(Boolean)
  if (lacking.length > 0) return headless(`Electron lacks ${lacking.join(', ')} here`)
  display = await withDisplay()
  if (!display) return headless('There is no display here, and no Xvfb')
  const { resolveElectron, sandboxArguments } = await import('./electron/resolve.mjs')
  const { executable } = await resolveElectron({ prepare: true, say })
  return [executable, [...sandboxArguments(), root, ...args], { env: { ...process.env, ...display.env } }]
}

/** @returns {[command: string, args: string[]]} */
function headless(reason) {
  say(`${reason}: the gateway runs without a window, and what needs a person is denied.`)
  const understood = args.filter((arg, i) => /^--(simulator$|profile(=|$))/.test(arg) || args[i - 1] === '--profile')
  return [process.execPath, [path.join(root, 'dist', 'headless.cjs'), ...understood]]
}

async function run(command, args, options = {}) {
  running = leashed(command, args, { stdio: 'inherit', ...options })
  try {
    return await running.ended
  } finally {
    running = undefined
  }
}

async function finish(code) {
  await display?.stop()
  process.exit(code)
}
