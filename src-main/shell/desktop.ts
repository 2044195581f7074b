/** Desktop: the windows and the tray where a person sits, tied to the gateway. */
import path from 'node:path'
import { app, clipboard, dialog, globalShortcut, Menu, shell } from 'electron'
import type { Composed } from '../compose.js'
import type { Connections } from '../connect/connections.js'
import { GatewayError } from '../contract/gateway-error.js'
import type { FoundServers } from '../contract/java-server.js'
import { clientsCutOff } from '../contract/leaving.js'
import { product } from '../contract/product.js'
import type { Settings } from '../contract/settings.js'
import { releasePage } from '../contract/update.js'
import type { Log, SecretStore } from '../gateway/ports.js'
import { Practice } from '../gateway/practice.js'
import { ChatView } from '../ipc/chat-view.js'
import { agentGuideHandlers } from '../ipc/handlers/agent-guide.js'
import { appHandlers } from '../ipc/handlers/app.js'
import { approvalHandlers, desktop } from '../ipc/handlers/approvals.js'
import { askingHandlers } from '../ipc/handlers/asking.js'
import { auditHandlers } from '../ipc/handlers/audit.js'
import { backupHandlers } from '../ipc/handlers/backups.js'
import { bedrockHandlers } from '../ipc/handlers/bedrock.js'
import { capabilityHandlers } from '../ipc/handlers/capabilities.js'
import { chatHandlers } from '../ipc/handlers/chat.js'
import { clientHandlers } from '../ipc/handlers/clients.js'
import { connectHandlers } from '../ipc/handlers/connect.js'
import { consentHandlers } from '../ipc/handlers/consents.js'
import { desktopHandlers } from '../ipc/handlers/desktop.js'
import { FreshKey } from '../ipc/handlers/fresh-key.js'
import { gameApprovalHandlers } from '../ipc/handlers/game-approval.js'
import { inputHandlers } from '../ipc/handlers/inputs.js'
import { javaHandlers } from '../ipc/handlers/java.js'
import { liveHandlers } from '../ipc/handlers/live.js'
import { pageResetHandlers } from '../ipc/handlers/page-reset.js'
import { panicHandlers } from '../ipc/handlers/panic.js'
import { peopleHandlers } from '../ipc/handlers/people.js'
import { practiceHandlers } from '../ipc/handlers/practice.js'
import { ruleHandlers } from '../ipc/handlers/rules.js'
import { serverCareHandlers } from '../ipc/handlers/server-care.js'
import { serverHandlers } from '../ipc/handlers/servers.js'
import { serviceHandlers } from '../ipc/handlers/services.js'
import { streamHandlers } from '../ipc/handlers/stream.js'
import { type TroubleAccess, troubleHandlers } from '../ipc/handlers/trouble.js'
import { undoHandlers } from '../ipc/handlers/undo.js'
import { updateHandlers } from '../ipc/handlers/updates.js'
import { xiaozhiHandlers } from '../ipc/handlers/xiaozhi.js'
import { createPayloadCheck } from '../ipc/payloads.js'
import { ServerNews } from '../ipc/server-news.js'
import type { DesktopState } from '../ipc/shapes.js'
import { push, serveIpc } from '../ipc/typed-ipc.js'
import { logFile } from '../storage/file-log.js'
import { systemClock } from '../storage/system-clock.js'
import { createContractAjv } from '../validation/ajv.js'
import { ApprovalWindow } from './approval-window.js'
import { denyAllOpen, denyWhenAway } from './away.js'
import { installBedrockPack } from './bedrock-pack.js'
import { createJavaCheck } from './java-check.js'
import { type JavaSetUps, rconPortsOf } from './java-set-ups.js'
import { createTranslate, languageOf } from './language.js'
import { Leaving } from './leaving.js'
import { openAutostart } from './login-item.js'
import { macMenu } from './mac-menu.js'
import { MainWindow } from './main-window.js'
import type { OpenedServices } from './open-services.js'
import { openOutside, openSignInPage, showAgentGuide } from './outside.js'
import { PageResetWatch } from './page-reset-watch.js'
import { isOurPage, pageUrl } from './pages.js'
import { openPresence, type PresenceParts } from './presence.js'
import { pushToPages } from './pushes.js'
import type { RememberingServerBook } from './server-book.js'
import { createServerTrial } from './server-trial.js'
import { Shortcut } from './shortcut.js'
import { askSystemProgram } from './system-program.js'
import type { Translate } from './tray.js'
import { hasTrayHost } from './tray-host.js'
import type { Updates } from './updates.js'
import { recoverPage } from './window-recovery.js'

export interface DesktopOptions {
  readonly composed: Composed
  readonly book: RememberingServerBook
  readonly javaSetUps: JavaSetUps
  readonly searchServers: () => FoundServers
  readonly connections: Connections
  readonly services: OpenedServices
  readonly secrets: SecretStore
  readonly profile: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly log: Log
  /** How the last run ended. */
  readonly trouble: Omit<TroubleAccess, 'copy'> & Pick<PresenceParts['trouble'], 'onDidConnect'>
  readonly updates: Updates
  readonly quit: () => void
  /** Whether to begin with the first steps. */
  readonly isFirstRun: () => boolean
}

export interface Desktop {
  showWindow(): void
  /** From here on, closing a window closes it. */
  letGo(): void
}

export async function openDesktop({
  composed,
  book,
  javaSetUps,
  searchServers,
  connections,
  services,
  secrets,
  profile,
  dist,
  log,
  trouble,
  updates,
  quit,
  isFirstRun,
}: DesktopOptions): Promise<Desktop> {
  const { gateway, settings, clients, audit, consents, people, stream, overlay } = composed
  const chatView = new ChatView(() => composed.chat.state())
  const { approvals, registry, panic } = gateway
  const language = () => languageOf(settings.get(), app.getLocale())

  const mainWindow = new MainWindow(path.join(dist, 'window-preload.cjs'), () => void leaving.closed())
  const denyOpen = () => denyAllOpen(gateway, 'desktop: closed the pop-up')
  const popUp = new ApprovalWindow(path.join(dist, 'pop-up-preload.cjs'), denyOpen, systemClock.elapsed)
  const windows = [mainWindow, popUp] as const
  const documents = app.isPackaged ? path.join(process.resourcesPath, 'docs') : path.join(dist, '..', 'docs')
  const agentGuide = app.isPackaged
    ? path.join(documents, 'agent-sdk.md')
    : path.join(dist, '..', 'src-main', 'agent-sdk', 'README.md')
  const showWindow = () => mainWindow.show()
  const copy = async (text: string) => clipboard.writeText(text)
  if (mainWindow.contents) {
    const addressAfter = (often: boolean) => `${pageUrl('index')}?${often ? 'bare' : 'again'}`
    recoverPage(mainWindow.contents, { clock: systemClock, log, name: 'window', addressAfter })
  }

  if (popUp.contents) {
    recoverPage(popUp.contents, {
      clock: systemClock,
      log,
      name: 'pop-up',
      addressAfter: (often) => `${pageUrl('approval')}${often ? '?bare' : ''}`,
      // A page that died answers nothing: what is open is denied, and the next question finds a fresh one.
      onGone: () => {
        denyOpen()
        popUp.hide()
      },
    })
  }

  /** The system asks before it writes over a file. */
  async function chooseFile(format: 'jsonl' | 'csv'): Promise<string | undefined> {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: `gatehouse-audit.${format}` })
    return canceled || filePath === '' ? undefined : filePath
  }

  async function chooseOf(name: string, extensions: string[]): Promise<string | undefined> {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      properties: ['openFile'],
      filters: [{ name, extensions }],
    })
    return canceled ? undefined : filePaths[0]
  }

  async function chooseFolder(): Promise<string | undefined> {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'] })
    return canceled ? undefined : filePaths[0]
  }

  const installPack = () =>
    installBedrockPack({
      source: path.join(import.meta.dirname, 'gatehouse.mcpack'),
      folder: path.join(app.getPath('userData'), 'behavior-pack'),
      open: (file) => shell.openPath(file),
      showInFolder: (file) => shell.showItemInFolder(file),
    })

  async function showDocuments(): Promise<void> {
    const problem = await shell.openPath(documents)
    if (problem !== '') throw new GatewayError('SYSTEM.INTERNAL_ERROR', { message: problem })
  }

  const leaving = new Leaving({
    window: mainWindow,
    settings,
    atStake: () => ({
      questions: approvals.open().length + gateway.inputs.open().length + consents.open().length,
      clients: clientsCutOff(composed.guests.all()),
    }),
    hasTray: () => hasTrayHost({ platform: process.platform, run: askSystemProgram }),
    ask: (question) => push('window:leaving', question),
    quit,
  })

  async function speak(): Promise<Translate> {
    const translate = await createTranslate(language())
    if (process.platform === 'darwin')
      Menu.setApplicationMenu(Menu.buildFromTemplate(macMenu(translate, () => void leaving.quit())))
    return translate
  }

  const presence = openPresence({
    composed,
    mainWindow,
    popUp,
    trouble,
    translate: await speak(),
    clock: systemClock,
    log,
    quit: () => void leaving.quitFromMenu(),
  })
  const anew = new PageResetWatch(systemClock, () => mainWindow.resetPage())
  const stopKeys = new Shortcut(globalShortcut, () => panic.turnOn('desktop: shortcut'), log, 'stop everything')
  const questionKeys = new Shortcut(globalShortcut, presence.showQuestions, log, 'show the question')
  const autostart = openAutostart(profile, log)
  const freshKey = new FreshKey()
  const desktopState = (): DesktopState => ({
    questionKeys: questionKeys.keys,
    startsAtLogin: autostart?.isOn() ?? null,
    log: path.join(profile, logFile),
    documents,
  })

  /** Keys for both stop everything. @returns whether those that stop are others now, and those that show */
  function takeKeys({ panicShortcut, questionShortcut }: Settings): readonly [boolean, boolean] {
    if (questionKeys.keys.accelerator === panicShortcut) questionKeys.use('')
    return [stopKeys.use(panicShortcut), questionKeys.use(questionShortcut)]
  }

  function setPopUp({ hideFromCapture, popUp: raising }: Settings): void {
    popUp.hiddenFromCapture = hideFromCapture || stream.on
    popUp.overFullScreen = raising === 'always'
  }

  takeKeys(settings.get())
  setPopUp(settings.get())

  const tryServer = createServerTrial({
    schemas: composed.schemas,
    serverOf: (id) => settings.get().servers.find((server) => server.id === id),
    tokenOf: book.tokenOf,
    tokenFor: book.tokenFor,
  })

  const serverNews = new ServerNews({
    registry,
    clock: systemClock,
    tell: (news) => push('servers:changed', news),
    tellStates: (states) => push('servers:states-changed', states),
  })

  const deciding = {
    rules: gateway.rules,
    quorums: () => settings.get(),
    governance: () => settings.get(),
    clock: systemClock,
  }
  serveIpc(
    {
      ...approvalHandlers(approvals, popUp),
      ...inputHandlers({ inputs: gateway.inputs, screen: popUp, openAddress: (href) => shell.openExternal(href) }),
      ...serverHandlers(registry, book, gateway.trust, serverNews),
      ...serverCareHandlers({
        registry,
        care: { ...book, reconnect: (id) => composed.servers.reconnect(id), try: tryServer },
        history: composed.connectionHistory,
        clients,
        gatehouse: deciding,
      }),
      ...bedrockHandlers({
        setup: () => composed.bedrock.setup(),
        accept: (id) => composed.bedrock.provider.accept(id),
        reject: (id) => composed.bedrock.provider.reject(id),
        ...{ logins: gateway.logins, stream },
        registry,
        installPack,
        copy,
      }),
      ...javaHandlers({
        search: searchServers,
        chooseFolder,
        setUps: javaSetUps,
        takenPorts: () => rconPortsOf(settings.get().servers),
        check: createJavaCheck({
          serverOf: (id) => settings.get().servers.find((server) => server.id === id),
          passwordOf: book.tokenOf,
          managementSecretOf: book.managementSecretOf,
          clock: systemClock,
          log,
        }),
      }),
      ...backupHandlers({ orders: gateway.orders, backupsOf: (id) => composed.javaServers.backupsOf(id) }),
      ...capabilityHandlers({
        ...composed,
        registry,
        trust: gateway.trust,
        attempts: gateway.attempts,
        access: () => ({ known: clients.known(), gatehouse: deciding }),
        copy,
      }),
      ...liveHandlers(gateway, stream),
      ...askingHandlers(gateway.askingPauses),
      ...panicHandlers(panic, () => stopKeys.keys),
      ...desktopHandlers({
        state: desktopState,
        startAtLogin: (on) => autostart?.set(on),
        quit: () => leaving.quit(),
        leave: (answer) => leaving.answer(answer),
        showDocuments,
      }),
      ...clientHandlers(clients, freshKey, copy),
      ...connectHandlers({ connections, guests: () => composed.guests.all(), fresh: freshKey, copy }),
      ...serviceHandlers({
        services: services.book,
        imports: services.imports,
        chooseFile: () => chooseOf('JSON', ['json']),
        chooseModule: () => chooseOf('JavaScript', ['js', 'mjs', 'cjs']),
        openPage: (address) => openSignInPage(address, shell.openExternal),
      }),
      ...auditHandlers(audit, chooseFile),
      ...consentHandlers(consents, systemClock),
      ...peopleHandlers(people, systemClock),
      ...ruleHandlers(gateway.rules),
      ...undoHandlers(gateway.undo),
      ...practiceHandlers(new Practice(gateway)),
      ...gameApprovalHandlers(composed.gameApprovals),
      ...xiaozhiHandlers(composed.xiaozhi),
      ...chatHandlers(composed.chat, gateway.logins, secrets, { stream, copy, view: chatView }),
      ...streamHandlers(overlay, approvals, secrets, copy),
      ...pageResetHandlers(stream, () => anew.arrived()),
      ...agentGuideHandlers(() => showAgentGuide({ file: agentGuide, openFile: shell.openPath })),
      ...updateHandlers(updates, () => openOutside(releasePage ?? '', shell.openExternal)),
      ...troubleHandlers({ ...trouble, copy }, systemClock, log),
      ...appHandlers(
        {
          info: () => ({
            version: product.version,
            language: language(),
            firstRun: isFirstRun(),
            endpoint: `${composed.door.endpoint}/mcp`,
            port: Number(new URL(composed.door.endpoint).port),
            ...(composed.portTaken !== undefined && { portTaken: composed.portTaken }),
            canHideFromCapture: process.platform !== 'linux',
          }),
          showFile: (file) => shell.showItemInFolder(file),
        },
        settings,
      ),
    },
    {
      pages: { window: mainWindow, 'pop-up': popUp },
      isOurPage,
      check: createPayloadCheck(createContractAjv()),
      log,
      redactor: stream,
    },
  )

  pushToPages(composed, chatView, systemClock)
  const tellServices = () => push('services:changed', services.book.view())
  composed.services.services.onDidChange(tellServices)
  composed.services.store.onDidChange(tellServices)
  composed.services.store.onDidMeetProblems(tellServices)
  composed.javaServers.onDidChangeBackups((id) => push('backups:changed', { id }))
  composed.bedrock.provider.onDidChange(() => push('bedrock:changed', composed.bedrock.setup()))
  javaSetUps.onDidChange((setUps) => push('java:setups-changed', setUps))
  const panicChanged = () => push('panic:changed', { ...panic.state, keys: stopKeys.keys })
  panic.onDidChange(panicChanged)
  gateway.askingPauses.onDidChange((pauses) => push('asking:changed', pauses))
  panicChanged()
  stream.onDidSwitch(() => serverNews.sendAll())
  // Data that a page has already drawn is not redacted by later pushes, so the page is reset. The window does so by
  // itself when it is notified of the setting, and keeps what a person was typing.
  stream.onDidSwitch(() => {
    setPopUp(settings.get())
    popUp.resetPage()
    anew.expect()
  })
  settings.onDidChange((changed) => {
    const [stopChanged, questionChanged] = takeKeys(changed)
    if (stopChanged) panicChanged()
    if (questionChanged) push('desktop:changed', desktopState())
    setPopUp(changed)
    // Names and addresses that a stream must not show are settings.
    if (stream.on) serverNews.sendAll()
    push('settings:changed', { settings: changed, language: language() })
    void speak().then(presence.speak)
  })
  trouble.onDidConnect(() => push('trouble:changed', trouble.state()))
  updates.onDidChange((state) => push('updates:changed', state))
  consents.attach()
  gateway.inputs.attach()
  approvals.attach(desktop)
  denyWhenAway(gateway, consents)

  return {
    showWindow,
    letGo() {
      globalShortcut.unregisterAll()
      for (const window of windows) window.letGo()
    },
  }
}
