/** Desktop: windows and tray, connected to the gateway. */
import path from 'node:path'
import { countClientsDisconnectedByQuit } from '@shared/program/close-prompt.js'
import type { Settings } from '@shared/program/settings.js'
import { app, globalShortcut, Menu } from 'electron'
import { ChatView } from '../ipc/chat-view.js'
import { desktop } from '../ipc/handlers/approvals.js'
import { PageMask } from '../ipc/page-mask.js'
import { createPayloadCheck } from '../ipc/payloads.js'
import { ServerUpdates } from '../ipc/server-updates.js'
import type { DesktopState } from '../ipc/shapes.js'
import { push, serveIpc } from '../ipc/typed-ipc.js'
import { logFile } from '../storage/log/log-file.js'
import { systemClock } from '../storage/system-clock.js'
import { createContractAjv } from '../validation/ajv.js'
import { denyAllOpen, denyWhenAway } from './away.js'
import { createHandlers, documentsFolder, type HandlerDependencies } from './handlers.js'
import { openPresence, type PresenceOptions } from './presence/presence.js'
import { hasTrayHost } from './presence/tray-host.js'
import type { Translate } from './presence/tray-menu.js'
import { pushOfPrograms, pushToPages } from './pushes.js'
import { DesktopShortcuts } from './system/desktop-shortcuts.js'
import { createTranslate, languageOf } from './system/language.js'
import { openAutostart } from './system/login-item.js'
import { macMenu } from './system/mac-menu.js'
import { runSystemProgram } from './system/system-program.js'
import { CloseAndQuit } from './windows/close-and-quit.js'
import { askToLoseText } from './windows/dialogs.js'
import type { MainWindow } from './windows/main-window.js'
import { isOurPage } from './windows/pages.js'
import { reloadCovered, switchStreamSafe } from './windows/stream-switch.js'
import { createPopUp } from './windows/windows.js'

type ForwardedDependency =
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

export interface DesktopOptions extends Pick<HandlerDependencies, ForwardedDependency> {
  /** Its page is already loading. */
  readonly mainWindow: MainWindow
  readonly profile: string
  /** The result of the last run. */
  readonly crash: HandlerDependencies['crash'] & Pick<PresenceOptions['crash'], 'onDidConnect'>
  readonly quit: () => void
}

export interface Desktop {
  /** Handles closing from now on: it prompts or hides the window. */
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
  const closeAndQuit = new CloseAndQuit({
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
      Menu.setApplicationMenu(Menu.buildFromTemplate(macMenu(translate, () => void closeAndQuit.quit())))
    return translate
  }

  const switchStream = async (on: boolean) => {
    const ask = async () => askToLoseText(await createTranslate(language()))
    return switchStreamSafe(on, { stream, pages: [mainWindow, popUp], ask, clock: systemClock })
  }
  const presence = openPresence({
    composed,
    mainWindow,
    popUp,
    crash,
    translate: await updateLanguage(),
    clock: systemClock,
    log,
    quit: () => void closeAndQuit.quitFromMenu(),
    switchStream,
  })
  const stop = () => panic.turnOn('desktop: shortcut')
  const shortcuts = new DesktopShortcuts(globalShortcut, { stop, show: presence.showQuestions }, log)
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
      closeAndQuit,
      startAtLogin,
      desktopState,
      chatView,
      serverUpdates,
      switchStream,
    }),
    {
      pages: { window: mainWindow, 'pop-up': popUp },
      isOurPage,
      check: createPayloadCheck(createContractAjv()),
      log,
      redactor: new PageMask(stream),
    },
  )

  pushToPages(composed, chatView, systemClock)
  pushOfPrograms(options)
  const panicChanged = () => push('panic:changed', { ...panic.state, keys: shortcuts.stop.keys })
  panic.onDidChange(panicChanged)
  panicChanged()
  stream.onDidSwitch(() => {
    serverUpdates.sendAll()
    setPopUp(settings.get())
    popUp.unread()
    for (const { contents } of [mainWindow, popUp]) void reloadCovered(contents, systemClock)
  })
  settings.onDidChange((changed) => {
    const keys = shortcuts.use(changed)
    if (keys.stop) panicChanged()
    if (keys.show) push('desktop:changed', desktopState())
    setPopUp(changed)
    // The settings contain names and addresses that a stream must not show.
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
      mainWindow.onClose = () => void closeAndQuit.closed()
    },
    showWindow: () => mainWindow.show(),
    preparePopUp: () => popUp.prepare(),
    dispose() {
      globalShortcut.unregisterAll()
      for (const window of [mainWindow, popUp]) window.allowClosing()
    },
  }
}
