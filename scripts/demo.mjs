/**
 * `npm run demo [-- --once]`: the main job on the built-in demo world, step by step.
 *
 * With a display the window and the pop-up are shown and you decide; without one a virtual display is used, else the
 * gateway runs without a desktop. It stays up until Ctrl-C; `--once` ends it after the scenario.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withDisplay } from './display.mjs'
import { ensureInstalled } from './install-packages.mjs'
import { startManaged } from './managed-process.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const once = process.argv.includes('--once')
const say = (line) => console.log(line)
const root = fileURLToPath(new URL('..', import.meta.url))
const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-demo-'))

try {
  await ensureInstalled()
} catch (error) {
  say(error.message)
  rmSync(profile, { recursive: true })
  process.exit(1)
}
const { openDesktopHost } = await import('./demo/desktop-host.mjs')
const { openHeadlessHost } = await import('./demo/headless-host.mjs')
const { bridgeCommand, runScenario } = await import('./demo/scenario.mjs')

let interrupt
const interrupted = new Promise((resolve) => {
  interrupt = resolve
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt('interrupted'))

/** @type {import('./display.mjs').Display | undefined} */
let display
/** @type {import('./demo/scenario.mjs').DemoHost | undefined} */
let host
try {
  const scenario = play()
  scenario.catch(() => {})
  const ended = await Promise.race([interrupted, scenario])
  if (ended !== 'interrupted' && !once) await stayUp()
} catch (error) {
  say(`The demo stopped: ${error.message}`)
  process.exitCode = 1
} finally {
  await host?.close().catch(() => {})
  await display?.stop()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  process.exit()
}

async function play() {
  say('Building Gatehouse ...')
  const build = startManaged(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
  if ((await build.ended) !== 0) throw new Error('it could not be built; see above.')
  host = await openHost()
  await runScenario(host, profile, say)
}

async function openHost() {
  const lacking = await ensureSystemPackages({ say })
  if (lacking) say(`${lacking} Until then the demo runs without a window.`)
  else display = await withDisplay()
  if (!display) {
    say('No display found: the gateway runs without a desktop.')
    return openHeadlessHost({ profile, say })
  }
  if (display.virtual) say('No display found: the program uses a virtual one (Xvfb).')
  const clickForThem = display.virtual || once
  return openDesktopHost({ profile, displayEnv: display.env, clickForThem, say })
}

async function stayUp() {
  say('\nGatehouse runs until you press Ctrl-C. To try it from your own AI client, use this configuration:')
  say(JSON.stringify({ mcpServers: { gatehouse: bridgeCommand(profile) } }, null, 2))
  await Promise.race([interrupted, host.closed])
}
