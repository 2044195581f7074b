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

/** @param theme background until its page is loaded */
export function createMainWindow({ dist, clock, log }: WindowsDependencies, theme: Theme): MainWindow {
  const mainWindow = new MainWindow(path.join(dist, 'window-preload.cjs'), theme)
  if (mainWindow.contents) {
    const addressAfter = (often: boolean) => `${pageUrl('index')}?${often ? 'bare' : 'again'}`
    recoverPage(mainWindow.contents, { clock, log, name: 'window', addressAfter })
  }
  return mainWindow
}

/** @param denyOpen denies the shown request */
export function createPopUp({ dist, clock, log }: WindowsDependencies, denyOpen: () => void): ApprovalWindow {
  const popUp = new ApprovalWindow(
    path.join(dist, 'pop-up-preload.cjs'),
    {
      onClose: denyOpen,
      onCreate: (contents) =>
        recoverPage(contents, {
          clock,
          log,
          name: 'pop-up',
          addressAfter: (often) => `${pageUrl('approval')}${often ? '?bare' : ''}`,
          // A crashed page cannot respond: its open request is denied, and the next one gets a fresh page.
          onGone: () => {
            denyOpen()
            popUp.hide()
          },
        }),
    },
    clock.elapsed,
  )
  return popUp
}
