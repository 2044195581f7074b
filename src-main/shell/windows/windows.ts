/** Windows: the window and the pop-up, each with the recovery of its page. */
import path from 'node:path'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { ApprovalWindow } from './approval-window.js'
import { MainWindow } from './main-window.js'
import { pageUrl } from './pages.js'
import type { Theme } from './theme.js'
import { recoverPage } from './window-recovery.js'

export interface WindowsDependencies {
  /** Folder of the built programs. */
  readonly dist: string
  readonly clock: Clock
  readonly log: Log
}

/** @param theme background until its page is loaded @param title of the window; default: of the program */
export function createMainWindow({ dist, clock, log }: WindowsDependencies, theme: Theme, title?: string): MainWindow {
  const mainWindow = new MainWindow(path.join(dist, 'window-preload.cjs'), theme, title)
  if (mainWindow.contents) {
    const addressAfter = (often: boolean) => `${pageUrl('index')}?${often ? 'bare' : 'again'}`
    recoverPage(mainWindow.contents, { clock, log, name: 'window', addressAfter })
  }
  return mainWindow
}

/** @param onLeft called when a person closes it, or its page crashed: nobody reads the shown request any more */
export function createPopUp({ dist, clock, log }: WindowsDependencies, onLeft: () => void): ApprovalWindow {
  const popUp = new ApprovalWindow(
    path.join(dist, 'pop-up-preload.cjs'),
    {
      onClose: onLeft,
      onCreate: (contents) =>
        recoverPage(contents, {
          clock,
          log,
          name: 'pop-up',
          addressAfter: (often) => `${pageUrl('approval')}${often ? '?bare' : ''}`,
          // A crashed page cannot respond: the request is left, and the next one gets a fresh page.
          onGone: () => {
            onLeft()
            popUp.hide()
          },
        }),
    },
    clock.elapsed,
  )
  return popUp
}
