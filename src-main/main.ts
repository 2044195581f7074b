/** Gatehouse, the tray program. */
import path from 'node:path'
import { app, Menu } from 'electron'
import { compose } from './compose.js'
import { openDesk } from './shell/desk.js'
import { hardenContents, hardenSession } from './shell/hardening.js'
import { parseShellOptions } from './shell/options.js'
import { registerPageScheme, servePages } from './shell/pages.js'
import { openSafeStorage } from './shell/safe-storage.js'
import { createServerBook } from './shell/server-book.js'
import { openLog } from './storage/file-log.js'
import { openProfile } from './storage/profile.js'
import { takeProfile } from './storage/single-instance.js'

const options = parseShellOptions(process.argv.slice(1))
const profile = openProfile(options.profile)
const dist = __dirname

app.setPath('userData', path.join(profile, 'electron'))
registerPageScheme()
hardenContents()

async function main(): Promise<void> {
  if (app.isPackaged && app.commandLine.hasSwitch('remote-debugging-port')) throw new Error('Remote debugging is off.')
  const instance = await takeProfile(profile, !options.hidden)
  if (!instance) return app.exit(0)
  const log = openLog(profile)
  await app.whenReady()
  hardenSession()
  servePages(path.join(dist, 'renderer'))
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null)

  const composed = await compose({ profile, log, httpPort: 0 })
  const book = createServerBook(composed, openSafeStorage(profile, log), log)
  const desk = await openDesk({ composed, book, profile, dist, log, quit: () => app.quit() })

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
