/** Desktop: windows and tray, connected to the gateway. */
import path from 'node:path'
import { countClientsDisconnectedByQuit } from '@shared/program/close-prompt.js'
import type { Settings } from '@shared/program/settings.js'
import { app, globalShortcut, Menu, shell } from 'electron'
import { openRemoteDoor } from '../compose/remote-door.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Log } from '../gateway/ports/runtime.js'
import { ChatView } from '../owner/chat-view.js'
import { senderTo, serveIpc } from '../owner/doors/electron.js'
import { PageMask } from '../owner/doors/page-mask.js'
import { createPayloadCheck } from '../owner/doors/payload-check.js'
import { serveSocket } from '../owner/doors/socket.js'
import { followEvents } from '../owner/events.js'
import { desktop } from '../owner/orders/giver.js'
import { createOrders } from '../owner/orders/orders.js'
import { ServerUpdates } from '../owner/server-updates.js'
import type { PersistentServers } from '../owner/servers/persistent-servers.js'
import type { DesktopState } from '../owner/table/shapes.js'
import type { SendEvent } from '../owner/table/table.js'
import { logFile } from '../storage/log/log-file.js'
import type { TokenFor } from '../storage/pairing-tokens.js'
import type { Instance } from '../storage/single-instance.js'
import { systemClock } from '../storage/system-clock.js'
import { denyAllOpen, denyWhenAway } from './away.js'
import { type DesktopPartsSources, desktopParts, documentsFolder } from './desktop-parts.js'
import { eventSources } from './event-sources.js'
import { gatewayAccess, openRemoteWindows, type RemoteWindows } from './gateways/remote-windows.js'
import { openPresence, type PresenceOptions } from './presence/presence.js'
import { hasTrayHost } from './presence/tray-host.js'
import type { Translate } from './presence/tray-menu.js'
import { countOtherRequests } from './presence/waiting-requests.js'
import { createTranslate, languageOf } from './system/language.js'
import { openAutostart } from './system/login-item.js'
import { macMenu } from './system/mac-menu.js'
import { DesktopShortcuts } from './system/shortcut.js'
import { runSystemProgram } from './system/system-program.js'
import { CloseAndQuit } from './windows/close-and-quit.js'
import { askToLoseText } from './windows/dialogs.js'
import type { MainWindow } from './windows/main-window.js'
import { isOurPage } from './windows/pages.js'
import { reloadCovered, switchStreamSafe } from './windows/stream-switch.js'
import { createShownTheme } from './windows/theme.js'
import { createPopUp } from './windows/windows.js'

type Forwarded =
  | 'composed'
  | 'javaSetUps'
  | 'searchServers'
  | 'connections'
  | 'services'
  | 'updates'
  | 'isFirstRun'
  | 'dist'

export interface DesktopOptions extends Pick<DesktopPartsSources, Forwarded> {
  readonly servers: PersistentServers
  readonly tokenFor: TokenFor
  readonly log: Log
  /** Its page is already loading. */
  readonly mainWindow: MainWindow
  readonly profile: string
  readonly secrets: SecretStore
  /** The result of the last run. */
  readonly crash: DesktopPartsSources['crash'] & Pick<PresenceOptions['crash'], 'onDidConnect'>
  readonly quit: () => void
}

export interface Desktop {
  /** Handles closing from now on: it prompts or hides the window. */
  handleClosing(): void
  showWindow(): void
  /** Creates the pop-up, hidden. */
  preparePopUp(): void
  /** Follows orders of the command line from now on. */
  serveCommandLine(instance: Pick<Instance, 'onOrder'>): void
  /** Allows closing windows from now on. */
  dispose(): void
}

export async function openDesktop(options: DesktopOptions): Promise<Desktop> {
  const { mainWindow, composed, crash, profile, dist, log, quit } = options
  const { gateway, settings, consents, stream } = composed
  const { approvals, registry, panic } = gateway
  const language = () => languageOf(settings.get(), app.getLocale())

  /** Undefined until the pages are served. */
  let remote: RemoteWindows | undefined
  const denyOpen = () => denyAllOpen(gateway, 'desktop: closed the pop-up')
  const popUp = createPopUp({ dist, clock: systemClock, log }, denyOpen)
  const pages = { window: mainWindow, 'pop-up': popUp }
  const redactor = new PageMask(stream)
  const sendToPages = senderTo({ pages, redactor })
  mainWindow.send = sendToPages
  popUp.send = sendToPages
  /** For people on other computers, once the door is open. */
  let remoteDoor: { readonly send: SendEvent } | undefined
  const send: SendEvent = (name, message) => {
    sendToPages(name, message)
    remoteDoor?.send(name, message)
  }
  const closeAndQuit = new CloseAndQuit({
    window: mainWindow,
    settings,
    openWork: () => ({
      questions: approvals.open().length + countOtherRequests(composed),
      clients: countClientsDisconnectedByQuit(composed.connectedClients.all()),
    }),
    hasTray: () => hasTrayHost({ platform: process.platform, run: runSystemProgram }),
    ask: (question) => sendToPages('window:leaving', question),
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
    showRequestsElsewhere: () => remote?.showRequests() ?? false,
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
    sendServers: (servers) => send('servers:changed', servers),
    sendStates: (states) => send('servers:states-changed', states),
  })
  const check = createPayloadCheck()
  const parts = desktopParts({
    ...options,
    gateways: gatewayAccess(() => remote),
    popUp,
    shortcuts,
    closeAndQuit,
    startAtLogin: (on) => autostart?.set(on),
    isSettingsChange: (change) => check('settings:change', change),
    desktopState,
    switchStream,
  })
  const orders = createOrders(
    {
      ...composed,
      servers: options.servers,
      serviceRepository: options.services.repository,
      tokenFor: options.tokenFor,
      serverUpdates,
      chatView,
      secrets: options.secrets,
      profile: options.profile,
      clock: systemClock,
      log,
    },
    parts,
  )
  const door = serveIpc({ pages, redactor, orders }, { isOurPage, check, log })
  remote = openRemoteWindows({
    ...options,
    settings,
    door,
    own: orders,
    language,
    translate: await createTranslate(language()),
    theme: createShownTheme(profile),
    openAddress: (href) => shell.openExternal(href),
    clock: systemClock,
  })
  const gatewaysChanged = () => {
    presence.showGateways(remote?.trayEntries ?? [])
    sendToPages('gateways:changed', remote?.list() ?? [])
  }
  remote.onDidChange(gatewaysChanged)
  remote.start()

  followEvents(eventSources(options, chatView), {
    to: ['window', 'pop-up'],
    send,
    clock: systemClock,
  })
  const panicChanged = () => send('panic:changed', { ...panic.state, keys: shortcuts.stop.keys })
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
    if (keys.show) send('desktop:changed', desktopState())
    setPopUp(changed)
    // The settings contain names and addresses that a stream must not show.
    if (stream.on) serverUpdates.sendAll()
    send('settings:changed', { settings: changed, language: language() })
    void updateLanguage().then((translate) => {
      presence.updateLanguage(translate)
      if (remote) remote.translate = translate
    })
  })
  consents.attach()
  composed.keyless.attach()
  gateway.inputs.attach()
  approvals.attach(desktop)
  denyWhenAway(gateway, consents)
  remoteDoor = await openRemoteDoor(composed, orders, check)

  return {
    handleClosing() {
      mainWindow.onClose = () => void closeAndQuit.closed()
    },
    showWindow: () => mainWindow.show(),
    preparePopUp: () => popUp.prepare(),
    serveCommandLine: (instance) => void serveSocket({ instance, orders, program: 'window', check, log }),
    dispose() {
      globalShortcut.unregisterAll()
      remote?.stop()
      for (const window of [mainWindow, popUp]) window.allowClosing()
    },
  }
}
