/** Desk: the windows and the tray where a person sits, tied to the gateway. */
import path from 'node:path'
import { app, clipboard, dialog, globalShortcut, shell, type WebContents } from 'electron'
import type { Composed } from '../compose.js'
import { product } from '../contract/product.js'
import type { Log, SecretStore } from '../gateway/ports.js'
import { appHandlers } from '../ipc/handlers/app.js'
import { approvalHandlers, desktop } from '../ipc/handlers/approvals.js'
import { auditHandlers } from '../ipc/handlers/audit.js'
import { clientHandlers } from '../ipc/handlers/clients.js'
import { consentHandlers } from '../ipc/handlers/consents.js'
import { liveHandlers } from '../ipc/handlers/live.js'
import { panicHandlers } from '../ipc/handlers/panic.js'
import { peopleHandlers } from '../ipc/handlers/people.js'
import { ruleHandlers } from '../ipc/handlers/rules.js'
import { serverHandlers } from '../ipc/handlers/servers.js'
import { streamHandlers } from '../ipc/handlers/stream.js'
import { undoHandlers } from '../ipc/handlers/undo.js'
import { createPayloadCheck } from '../ipc/payloads.js'
import { push, serveIpc } from '../ipc/typed-ipc.js'
import { systemClock } from '../storage/system-clock.js'
import { createContractAjv } from '../validation/ajv.js'
import { ApprovalWindow } from './approval-window.js'
import { denyWhenAway } from './away.js'
import { clientConfiguration } from './client-configuration.js'
import { createElectronTray } from './electron-tray.js'
import { createTranslate, languageOf } from './language.js'
import { MainWindow } from './main-window.js'
import { isOurPage } from './pages.js'
import { PanicShortcut } from './panic-shortcut.js'
import { pushToWindows } from './pushes.js'
import type { RememberingServerBook } from './server-book.js'
import { TrayService } from './tray.js'
import { veiledFace } from './veiled-face.js'

export interface DeskOptions {
  readonly composed: Composed
  readonly book: RememberingServerBook
  readonly secrets: SecretStore
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

export async function openDesk({ composed, book, secrets, profile, dist, log, quit }: DeskOptions): Promise<Desk> {
  const { gateway, settings, clients, audit, consents, people, stream, overlay } = composed
  const { approvals, registry, panic } = gateway
  const preload = path.join(dist, 'preload.cjs')
  const language = () => languageOf(settings.get(), app.getLocale())

  const mainWindow = new MainWindow(preload)
  const popUp = new ApprovalWindow(preload, denyAllOpen, systemClock.elapsed)
  const windows = [mainWindow, popUp] as const
  const showWindow = () => mainWindow.show()
  const showQuestions = () => (approvals.open().length > 0 ? popUp.show() : showWindow())
  const copy = async (text: string) => clipboard.writeText(text)

  /** The system asks before it writes over a file. */
  async function chooseFile(format: 'jsonl' | 'csv'): Promise<string | undefined> {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: `gatehouse-audit.${format}` })
    return canceled || filePath === '' ? undefined : filePath
  }

  function denyAllOpen(): void {
    approvals.denyAll('desktop: closed the pop-up')
  }

  const shortcut = new PanicShortcut(globalShortcut, () => panic.turnOn('desktop: shortcut'), log)
  shortcut.use(settings.get().panicShortcut)

  const tray = new TrayService(
    veiledFace(createElectronTray(showWindow), (text) => stream.text(text)),
    {
      openWindow: showWindow,
      showQuestions,
      stopEverything: () => panic.turnOn('desktop: tray'),
      streamSafely: (on) => void stream.turn(on),
      quit,
    },
    await createTranslate(language()),
  )

  serveIpc(
    {
      ...approvalHandlers(approvals, popUp),
      ...serverHandlers(registry, book, gateway.trust),
      ...liveHandlers(gateway),
      ...panicHandlers(panic, () => shortcut.keys),
      ...clientHandlers(clients, copy),
      ...auditHandlers(audit, chooseFile),
      ...consentHandlers(consents, systemClock),
      ...peopleHandlers(people, systemClock),
      ...ruleHandlers(gateway.rules),
      ...undoHandlers(gateway.undo),
      ...streamHandlers(overlay, approvals, secrets, copy),
      ...appHandlers(
        {
          info: () => ({
            version: product.version,
            language: language(),
            endpoint: `${composed.door.endpoint}/mcp`,
            clientConfiguration: clientConfiguration({ executable: process.execPath, dist, profile, env: process.env }),
          }),
          copy,
          showFile: (file) => shell.showItemInFolder(file),
        },
        settings,
      ),
    },
    { senderOf, isOurPage, check: createPayloadCheck(createContractAjv()), log, veil: stream },
  )

  function senderOf(contents: WebContents) {
    if (contents === popUp.contents) return 'pop-up'
    return contents === mainWindow.contents ? 'window' : undefined
  }

  pushToWindows(gateway, windows, systemClock)
  clients.onDidChange((known) => push(mainWindow.contents, 'clients:changed', known))
  people.lan.onDidChange(() => push(mainWindow.contents, 'people:changed', people.lan.seen))
  audit.onDidChangeState((state) => push(mainWindow.contents, 'audit:changed', state))
  const panicChanged = () => {
    tray.stopped = panic.state.on
    for (const { contents } of windows) push(contents, 'panic:changed', { ...panic.state, keys: shortcut.keys })
  }
  panic.onDidChange(panicChanged)
  panicChanged()
  overlay.onDidChange((state) => push(mainWindow.contents, 'overlay:changed', state))
  // What a page has drawn and remembers is not covered by what it is told next: it begins anew.
  const streamSwitched = (on: boolean) => {
    tray.streaming = on
    popUp.hideFromCapture(on)
    for (const window of windows) window.beginAnew()
  }
  tray.streaming = stream.on
  popUp.hideFromCapture(stream.on)
  stream.onDidSwitch(streamSwitched)
  gateway.undo.onDidChange((requestId) => push(mainWindow.contents, 'undo:changed', { requestId }))
  settings.onDidChange((changed) => {
    if (shortcut.use(changed.panicShortcut)) panicChanged()
    for (const { contents } of windows) push(contents, 'settings:changed', { settings: changed, language: language() })
    void createTranslate(language()).then((translate) => {
      tray.translate = translate
    })
  })
  settings.onDidMeetProblem((problem) => push(mainWindow.contents, 'settings:problem-changed', problem ?? null))
  const countWaiting = () => {
    tray.waiting = approvals.open().length + consents.open().length
  }
  const consentsChanged = () => {
    countWaiting()
    push(mainWindow.contents, 'consents:changed', consents.open())
  }
  consents.attach()
  consents.onDidOpen(() => {
    consentsChanged()
    mainWindow.appear()
  })
  consents.onDidClose(consentsChanged)
  approvals.attach(desktop)
  denyWhenAway(approvals, consents)
  approvals.onDidOpen(() => {
    countWaiting()
    popUp.appear()
  })
  approvals.onDidClose(() => {
    countWaiting()
    if (approvals.open().length === 0) popUp.hide()
  })
  registry.onDidChangeServer(() => {
    tray.servers = registry.servers()
  })

  return {
    showWindow,
    letGo() {
      globalShortcut.unregisterAll()
      for (const window of windows) window.letGo()
    },
  }
}
