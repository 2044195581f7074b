/** Desktop: windows and tray, connected to the gateway. */
import path from 'node:path'
import { countClientsDisconnectedByQuit } from '@shared/program/close-prompt.js'
import type { Settings } from '@shared/program/settings.js'
import { app, globalShortcut, Menu } from 'electron'
import { ChatView } from '../ipc/chat-view.js'
import { desktop } from '../ipc/handlers/approvals.js'
import { createPayloadCheck } from '../ipc/payloads.js'
import { ServerUpdates } from '../ipc/server-updates.js'
import type { DesktopState } from '../ipc/shapes.js'
import { push, serveIpc } from '../ipc/typed-ipc.js'
import { logFile } from '../storage/file-log.js'
import { systemClock } from '../storage/system-clock.js'
import { createContractAjv } from '../validation/ajv.js'
import { denyAllOpen, denyWhenAway } from './away.js'
import { CloseAndQuit } from './close-and-quit.js'
import { DesktopShortcuts } from './desktop-shortcuts.js'
import { createHandlers, documentsFolder, type HandlerParts } from './handlers.js'
import { createTranslate, languageOf } from './language.js'
import { openAutostart } from './login-item.js'
import { macMenu } from './mac-menu.js'
import type { MainWindow } from './main-window.js'
import { PageResetWatch } from './page-reset-watch.js'
import { isOurPage } from './pages.js'
import { openPresence, type PresenceOptions } from './presence/presence.js'
import { pushOfPrograms, pushToPages } from './pushes.js'
import { runSystemProgram } from './system-program.js'
import { hasTrayHost } from './tray-host.js'
import type { Translate } from './tray-menu.js'
import { createPopUp } from './windows.js'

type Given =
  | 'composed'
  | 'servers'
  | 'javaSetUps'
  | 'searchServers'
  | 'connections'
  | 'services'
  | 'secrets'
  | 'updates'
  | 'isFirstRun'
  | 'log'
  | 'dist'

export interface DesktopOptions extends Pick<HandlerParts, Given> {
  /** Its page loads already. */
  readonly mainWindow: MainWindow
  readonly profile: string
  /** How the last run ended. */
  readonly crash: HandlerParts['crash'] & Pick<PresenceOptions['crash'], 'onDidConnect'>
  readonly quit: () => void
}

export interface Desktop {
  /** From here on closing the window asks or hides; it can quit now. */
  handleClosing(): void
  showWindow(): void
  /** Creates the pop-up, hidden. */
  preparePopUp(): void
  /** Allows closing windows from now on. */
  dispose(): void
}

export async function openDesktop(options: DesktopOptions): Promise<Desktop> {
  const { mainWindow, composed, crash, profile, dist, log, quit } = options
  const { gateway, settings, consents, stream } = composed
  const { approvals, registry, panic } = gateway
  const language = () => languageOf(settings.get(), app.getLocale())

  const denyOpen = () => denyAllOpen(gateway, 'desktop: closed the pop-up')
  const popUp = createPopUp({ dist, clock: systemClock, log }, denyOpen)
  const leaving = new CloseAndQuit({
    window: mainWindow,
    settings,
    openWork: () => ({
      questions: approvals.open().length + gateway.inputs.open().length + consents.open().length,
      clients: countClientsDisconnectedByQuit(composed.connectedClients.all()),
    }),
    hasTray: () => hasTrayHost({ platform: process.platform, run: runSystemProgram }),
    ask: (question) => push('window:leaving', question),
    quit,
  })

  async function updateLanguage(): Promise<Translate> {
    const translate = await createTranslate(language())
    if (process.platform === 'darwin')
      Menu.setApplicationMenu(Menu.buildFromTemplate(macMenu(translate, () => void leaving.quit())))
    return translate
  }

  const presence = openPresence({
    composed,
    mainWindow,
    popUp,
    crash,
    translate: await updateLanguage(),
    clock: systemClock,
    log,
    quit: () => void leaving.quitFromMenu(),
  })
  const stop = () => panic.turnOn('desktop: shortcut')
  const shortcuts = new DesktopShortcuts(globalShortcut, { stop, show: presence.showQuestions }, log)
  const pageReset = new PageResetWatch(systemClock, () => mainWindow.resetPage())
  const autostart = openAutostart(profile, log)
  const desktopState = (): DesktopState => ({
    questionKeys: shortcuts.show.keys,
    startsAtLogin: autostart?.isOn() ?? null,
    log: path.join(profile, logFile),
    documents: documentsFolder(dist),
  })

  function setPopUp({ hideFromCapture, popUp: raising }: Settings): void {
    popUp.hiddenFromCapture = hideFromCapture || stream.on
    popUp.overFullScreen = raising === 'always'
  }

  shortcuts.use(settings.get())
  setPopUp(settings.get())

  const chatView = new ChatView(() => composed.chat.state())
  const serverUpdates = new ServerUpdates({
    registry,
    clock: systemClock,
    sendServers: (servers) => push('servers:changed', servers),
    sendStates: (states) => push('servers:states-changed', states),
  })
  const startAtLogin = (on: boolean) => autostart?.set(on)
  serveIpc(
    createHandlers({
      ...options,
      popUp,
      shortcuts,
      leaving,
      startAtLogin,
      desktopState,
      chatView,
      serverUpdates,
      pageReset,
    }),
    {
      pages: { window: mainWindow, 'pop-up': popUp },
      isOurPage,
      check: createPayloadCheck(createContractAjv()),
      log,
      redactor: stream,
    },
  )

  pushToPages(composed, chatView, systemClock)
  pushOfPrograms(options)
  const panicChanged = () => push('panic:changed', { ...panic.state, keys: shortcuts.stop.keys })
  panic.onDidChange(panicChanged)
  panicChanged()
  // Data already drawn is not redacted by later pushes, so the page is reset. The window does so itself when it is
  // notified of the setting, and keeps what a person was typing.
  stream.onDidSwitch(() => {
    serverUpdates.sendAll()
    setPopUp(settings.get())
    popUp.resetPage()
    pageReset.expect()
  })
  settings.onDidChange((changed) => {
    const keys = shortcuts.use(changed)
    if (keys.stop) panicChanged()
    if (keys.show) push('desktop:changed', desktopState())
    setPopUp(changed)
    // Names and addresses that a stream must not show are settings.
    if (stream.on) serverUpdates.sendAll()
    push('settings:changed', { settings: changed, language: language() })
    void updateLanguage().then(presence.updateLanguage)
  })
  consents.attach()
  gateway.inputs.attach()
  approvals.attach(desktop)
  denyWhenAway(gateway, consents)

  return {
    handleClosing() {
      mainWindow.onClose = () => void leaving.closed()
    },
    showWindow: () => mainWindow.show(),
    preparePopUp: () => popUp.prepare(),
    dispose() {
      globalShortcut.unregisterAll()
      for (const window of [mainWindow, popUp]) window.allowClosing()
    },
  }
}
