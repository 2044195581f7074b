/**
 * Early window: shows the window, and queues the requests of its page, while the rest of the program is loaded. Quitting
 * waits until then.
 */
import path from 'node:path'
import { app, Menu } from 'electron'
import { queueRequests } from '../../owner/doors/electron.js'
import { hardenSession } from './hardening.js'
import type { MainWindow } from './main-window.js'
import { isOurPage, servePages } from './pages.js'
import { createShownTheme } from './theme.js'
import { createMainWindow, type WindowsDependencies } from './windows.js'

export interface EarlyWindowOptions extends WindowsDependencies {
  readonly profile: string
  /** Starts in the tray. */
  readonly isHidden: boolean
}

export async function openEarlyWindow({ profile, isHidden, ...deps }: EarlyWindowOptions): Promise<MainWindow> {
  await hardenSession()
  const shownTheme = createShownTheme(profile)
  servePages(path.join(deps.dist, 'renderer'), shownTheme)
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null)
  const mainWindow = createMainWindow(deps, shownTheme())
  queueRequests({ page: 'window', target: mainWindow, isOurPage, log: deps.log })
  if (!isHidden) mainWindow.show()
  return mainWindow
}

/** Windows ends the session without asking programs to quit. */
export function onSessionEnd(ended: () => void): void {
  app.on('browser-window-created', (_event, window) => window.on('session-end', ended))
}

/** Until the program can quit in order, quitting only hides the window. @returns ends the delay and returns whether a person quit */
export function delayQuitting(mainWindow: MainWindow): () => boolean {
  let quitsEarly = false
  const onQuit = (event: Electron.Event) => {
    event.preventDefault()
    quitsEarly = true
    mainWindow.hide()
  }
  app.on('before-quit', onQuit)
  app.on('window-all-closed', () => {})
  return () => {
    app.off('before-quit', onQuit)
    return quitsEarly
  }
}

/** macOS passes no arguments to programs it starts at login. */
export const isStartedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
