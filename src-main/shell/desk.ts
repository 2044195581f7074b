/** Desk: the windows and the tray where a person sits, tied to the gateway. */
import path from 'node:path'
import { app, clipboard, type WebContents } from 'electron'
import type { Composed } from '../compose.js'
import { product } from '../contract/product.js'
import type { Log } from '../gateway/ports.js'
import { appHandlers } from '../ipc/handlers/app.js'
import { approvalHandlers } from '../ipc/handlers/approvals.js'
import { clientHandlers } from '../ipc/handlers/clients.js'
import { liveHandlers } from '../ipc/handlers/live.js'
import { serverHandlers } from '../ipc/handlers/servers.js'
import { undoHandlers } from '../ipc/handlers/undo.js'
import { createPayloadCheck } from '../ipc/payloads.js'
import { push, serveIpc } from '../ipc/typed-ipc.js'
import { systemClock } from '../storage/system-clock.js'
import { createContractAjv } from '../validation/ajv.js'
import { ApprovalWindow } from './approval-window.js'
import { clientConfiguration } from './client-configuration.js'
import { createElectronTray } from './electron-tray.js'
import { createTranslate, languageOf } from './language.js'
import { MainWindow } from './main-window.js'
import { isOurPage } from './pages.js'
import { pushToWindows } from './pushes.js'
import type { RememberingServerBook } from './server-book.js'
import { TrayService } from './tray.js'

export interface DeskOptions {
  readonly composed: Composed
  readonly book: RememberingServerBook
  readonly profile: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly log: Log
  readonly quit: () => void
}

export interface Desk {
  showWindow(): void
  /** From here on, closing a window closes it. */
  letGo(): void
}

export async function openDesk({ composed, book, profile, dist, log, quit }: DeskOptions): Promise<Desk> {
  const { gateway, settings, clients } = composed
  const { approvals, registry } = gateway
  const preload = path.join(dist, 'preload.cjs')
  const language = () => languageOf(settings.get(), app.getLocale())

  const mainWindow = new MainWindow(preload)
  const popUp = new ApprovalWindow(preload, denyAllOpen, systemClock.elapsed)
  const windows = [mainWindow, popUp] as const
  const showWindow = () => mainWindow.show()
  const copy = async (text: string) => clipboard.writeText(text)

  function denyAllOpen(): void {
    for (const { id } of approvals.open()) approvals.decide(id, 'deny', 'desktop: closed the pop-up')
  }

  const tray = new TrayService(
    createElectronTray(showWindow),
    { openWindow: showWindow, showQuestions: () => popUp.show(), quit },
    await createTranslate(language()),
  )

  serveIpc(
    {
      ...approvalHandlers(approvals, popUp),
      ...serverHandlers(registry, book, gateway.trust),
      ...liveHandlers(gateway),
      ...clientHandlers(clients, copy),
      ...undoHandlers(gateway.undo),
      ...appHandlers(
        {
          info: () => ({
            version: product.version,
            language: language(),
            endpoint: `${composed.door.endpoint}/mcp`,
            clientConfiguration: clientConfiguration({ executable: process.execPath, dist, profile, env: process.env }),
          }),
          copy,
        },
        settings,
      ),
    },
    { senderOf, isOurPage, check: createPayloadCheck(createContractAjv()), log },
  )

  function senderOf(contents: WebContents) {
    if (contents === popUp.contents) return 'pop-up'
    return contents === mainWindow.contents ? 'window' : undefined
  }

  pushToWindows(gateway, windows, systemClock)
  clients.onDidChange((known) => push(mainWindow.contents, 'clients:changed', known))
  gateway.undo.onDidChange((requestId) => push(mainWindow.contents, 'undo:changed', { requestId }))
  settings.onDidChange((changed) => {
    for (const { contents } of windows) push(contents, 'settings:changed', { settings: changed, language: language() })
    void createTranslate(language()).then((translate) => {
      tray.translate = translate
    })
  })
  approvals.attach()
  approvals.onDidOpen(() => {
    tray.waiting = approvals.open().length
    popUp.appear()
  })
  approvals.onDidClose(() => {
    tray.waiting = approvals.open().length
    if (approvals.open().length === 0) popUp.hide()
  })
  registry.onDidChangeServer(() => {
    tray.servers = registry.servers()
  })

  return {
    showWindow,
    letGo() {
      for (const window of windows) window.letGo()
    },
  }
}
