/**
 * Gatehouse, the tray program: locks the profile and opens the window. Everything else is loaded from
 * `desktop-program.ts` while the page of the window loads; requests of the page are queued until then.
 */
import path from 'node:path'
import { product } from '@contract/product.js'
import { escapedStack } from '@contract/text/escaped-text.js'
import { app } from 'electron'
import { loadProgram } from './load-program.js'
import { parseShellOptions } from './shell/system/options.js'
import { logInTerminal } from './shell/system/terminal.js'
import { delayQuitting, isStartedAtLogin, onSessionEnd, openEarlyWindow } from './shell/windows/early-window.js'
import { enableSandbox, hardenContents, refuseDebugging } from './shell/windows/hardening.js'
import { registerPageScheme } from './shell/windows/pages.js'
import { CrashMarker } from './storage/crash-marker.js'
import { standardError } from './storage/log/log-file.js'
import { openLog, type ProgramLog } from './storage/log/program-log.js'
import { openProfile } from './storage/profile.js'
import { isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

const dist = __dirname

enableSandbox()
registerPageScheme()
hardenContents()

/** As in `electron-builder.yml`. */
const appId = 'io.gatehouse.app'

const alreadyRunning = {
  window: 'Gatehouse is already running with this profile; its window opens.',
  headless: 'Gatehouse is already running with this profile, without a window. End that one first.',
  brief: 'A command of Gatehouse is using this profile. Try again when it is done.',
}

/** Records how this run ends; set once the profile is locked. */
let runs: CrashMarker | undefined
let openedLog: ProgramLog | undefined

async function main(): Promise<void> {
  const options = parseShellOptions(process.argv.slice(1))
  const profile = openProfile(options.profile)
  app.setPath('userData', path.join(profile, 'electron'))
  refuseDebugging()
  const instance = await takeProfile(profile, 'window', !options.hidden)
  if (isTaken(instance)) {
    console.error(alreadyRunning[instance.by])
    return app.exit(0)
  }
  const log = openLog(profile, {
    terminal: logInTerminal(process.env, standardError),
    environment: process.env,
    awaitsSettings: true,
  })
  openedLog = log
  log.info('Starting Gatehouse', { version: product.version })
  // Windows only shows notifications of programs whose shortcut has the same id.
  app.setAppUserModelId(appId)
  const crashMarker = new CrashMarker(profile, product.version, () => new Date())
  crashMarker.begin()
  runs = crashMarker
  await app.whenReady()
  onSessionEnd(() => crashMarker.ended())
  const isHidden = options.hidden || isStartedAtLogin()
  const mainWindow = await openEarlyWindow({ dist, profile, isHidden, clock: systemClock, log })
  const takeOverQuitting = delayQuitting(mainWindow)
  const runProgram = await loadProgram()
  const program = { options, profile, dist, log, crashMarker, instance, mainWindow, isHidden, takeOverQuitting }
  await runProgram(program)
}

/**
 * An unexpected error ends the program: open requests are denied, and Electron's dialog must not keep the program
 * running. The next run reports the crash.
 */
function exitAfterError(error: unknown): void {
  console.error(escapedStack(error))
  runs?.crashed(error)
  openedLog?.flush()
  app.exit(1)
}

process.on('uncaughtException', exitAfterError)
main().catch(exitAfterError)
