/** Gatehouse, the tray program. */
import path from 'node:path'
import { app, Menu } from 'electron'
import { compose } from './compose.js'
import { auditKeyOf } from './shell/audit-key.js'
import { openDesk } from './shell/desk.js'
import { hardenContents, hardenSession } from './shell/hardening.js'
import { parseShellOptions } from './shell/options.js'
import { registerPageScheme, servePages } from './shell/pages.js'
import { openSafeStorage } from './shell/safe-storage.js'
import { createServerBook } from './shell/server-book.js'
import { openLog } from './storage/file-log.js'
import { createTakeIn } from './storage/inbox.js'
import { openProfile } from './storage/profile.js'
import { isTaken, takeProfile } from './storage/single-instance.js'

const dist = __dirname

registerPageScheme()
hardenContents()

const debugSwitches = ['remote-debugging-port', 'remote-debugging-pipe']

const alreadyRunning = {
  'program-with-window': 'Gatehouse is already running with this profile; its window comes up.',
  'program-without-window': 'Gatehouse is already running with this profile, without a window. End that one first.',
}

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
  const log = openLog(profile)
  await app.whenReady()
  hardenSession()
  servePages(path.join(dist, 'renderer'))
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null)

  const secrets = openSafeStorage(profile, log)
  const auditKey = auditKeyOf(secrets)
  const composed = await compose({
    profile,
    log,
    httpPort: 0,
    locale: () => app.getLocale(),
    ...(auditKey && { auditKey }),
  })
  const book = createServerBook(composed, secrets, log)
  const desk = await openDesk({ composed, book, secrets, profile, dist, log, quit: () => app.quit() })

  let stopped = false
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    stopped = true
    desk.letGo()
    void composed.stop().finally(() => {
      instance.release()
      app.exit(0)
    })
  })
  app.on('window-all-closed', () => {})
  app.on('activate', desk.showWindow)
  instance.onSecondStart(desk.showWindow)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())

  if (!options.hidden) desk.showWindow()
  await book.open()
  const takeIn = createTakeIn(profile, log, {
    add: (server) => book.isRemembered(book.add(server)),
    remove: book.remove,
  })
  await takeIn()
  instance.onKnock(() => {
    composed.clients.refresh()
    return takeIn()
  })
  if (options.simulator) await composed.addDemoWorld()
  await composed.announce()
  log.info('ready', { endpoint: composed.door.endpoint })
}

/** A bug ends the program: what is open is denied by that, and no dialog of Electron's keeps it half alive. */
function crash(error: unknown): void {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error)
  app.exit(1)
}

process.on('uncaughtException', crash)
main().catch(crash)
