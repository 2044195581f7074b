/**
 * Gatehouse, the tray program: locks the profile and opens the window. Everything else is loaded from
 * `desktop-program.ts` while the page of the window loads; requests of the page are queued until then.
 */
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { product } from '@contract/product.js'
import { escapedStack } from '@contract/text/escaped-text.js'
import { app, Menu } from 'electron'
import { queueRequests } from './ipc/typed-ipc.js'
import { parseShellOptions } from './shell/system/options.js'
import { logInTerminal } from './shell/system/terminal.js'
import { hardenContents, hardenSession } from './shell/windows/hardening.js'
import { isOurPage, registerPageScheme, servePages } from './shell/windows/pages.js'
import { createShownTheme } from './shell/windows/theme.js'
import { createMainWindow } from './shell/windows/windows.js'
import { CrashMarker } from './storage/crash-marker.js'
import { openLog } from './storage/file-log.js'
import { openProfile } from './storage/profile.js'
import { isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

const dist = __dirname

registerPageScheme()
hardenContents()

/** As in `electron-builder.yml`. */
const appId = 'io.gatehouse.app'

const debugSwitches = ['remote-debugging-port', 'remote-debugging-pipe']

const alreadyRunning = {
  'program-with-window': 'Gatehouse is already running with this profile; its window opens.',
  'program-without-window': 'Gatehouse is already running with this profile, without a window. End that one first.',
}

/** Records how this run ends; set once the profile is locked. */
let runs: CrashMarker | undefined

async function main(): Promise<void> {
  const options = parseShellOptions(process.argv.slice(1))
  const profile = openProfile(options.profile)
  app.setPath('userData', path.join(profile, 'electron'))
  if (app.isPackaged && debugSwitches.some((name) => app.commandLine.hasSwitch(name)))
    throw new Error('Debugging is off.')
  const instance = await takeProfile(profile, true, !options.hidden)
  if (isTaken(instance)) {
    console.error(alreadyRunning[instance.by])
    return app.exit(0)
  }
  const log = openLog(profile, logInTerminal(process.env, process.stderr))
  // Windows only shows notifications of programs whose shortcut has the same id.
  app.setAppUserModelId(appId)
  const crashMarker = new CrashMarker(profile, product.version, () => new Date())
  crashMarker.begin()
  runs = crashMarker
  await app.whenReady()
  await hardenSession()
  const shownTheme = createShownTheme(profile)
  servePages(path.join(dist, 'renderer'), shownTheme)
  // Windows ends the session without asking programs to quit.
  app.on('browser-window-created', (_event, window) => window.on('session-end', () => crashMarker.ended()))
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null)
  // macOS passes no arguments to programs it starts at login.
  const atLogin = process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
  const isHidden = options.hidden || atLogin
  const mainWindow = createMainWindow({ dist, clock: systemClock, log }, shownTheme())
  queueRequests({ page: 'window', target: mainWindow, isOurPage, log })
  if (!isHidden) mainWindow.show()
  let quitsEarly = false
  const onEarlyQuit = (event: Electron.Event) => {
    event.preventDefault()
    quitsEarly = true
    mainWindow.hide()
  }
  app.on('before-quit', onEarlyQuit)
  const takeOverQuitting = () => {
    app.off('before-quit', onEarlyQuit)
    return quitsEarly
  }
  app.on('window-all-closed', () => {})
  const runProgram = await loadProgram()
  await runProgram({
    ...{ options, profile, dist, log, crashMarker, instance, mainWindow, isHidden },
    takeOverQuitting,
  })
}

/** Loads the program in parts, because this thread also serves the files of the page. */
async function loadProgram(): Promise<typeof import('./desktop-program.js')['runProgram']> {
  const parts = [
    () => import('./validation/capability-validator.js'),
    () => import('./gateway/gateway.js'),
    () => import('./providers/java/java-provider.js'),
    () => import('./storage/audit-service.js'),
    () => import('./http/http-listener.js'),
    () => import('./compose/compose.js'),
  ]
  for (const load of parts) {
    await load()
    await nextTurn()
  }
  const { runProgram } = await import('./desktop-program.js')
  await nextTurn()
  return runProgram
}

/**
 * An unexpected error ends the program: open requests are denied, and Electron's dialog must not keep the program
 * running. The next run reports the crash.
 */
function exitAfterError(error: unknown): void {
  console.error(escapedStack(error))
  runs?.crashed(error)
  app.exit(1)
}

process.on('uncaughtException', exitAfterError)
main().catch(exitAfterError)
