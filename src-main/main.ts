/** Gatehouse, the tray program. */
import path from 'node:path'
import { app, Menu, shell } from 'electron'
import { compose } from './compose.js'
import { serviceSecretPrefix } from './connect/import/service-imports.js'
import { escapedStack } from './contract/escaped-text.js'
import { product } from './contract/product.js'
import { isFirstRun } from './contract/settings.js'
import { chatSecretOf } from './ipc/handlers/chat.js'
import { Discovery } from './providers/java/discovery/discovery.js'
import { createServiceOrders } from './service-orders.js'
import { auditKeyOf } from './shell/audit-key.js'
import { chatKeyIn } from './shell/chat-key.js'
import { Connecting } from './shell/connecting.js'
import { openDesktop } from './shell/desktop.js'
import { hardenContents, hardenSession } from './shell/hardening.js'
import { openConnections } from './shell/open-connections.js'
import { openJavaSetUps } from './shell/open-java-set-ups.js'
import { openServices } from './shell/open-services.js'
import { openUpdates } from './shell/open-updates.js'
import { parseShellOptions } from './shell/options.js'
import { registerPageScheme, servePages } from './shell/pages.js'
import { reportOf } from './shell/report.js'
import { openSafeStorage } from './shell/safe-storage.js'
import { createServerBook } from './shell/server-book.js'
import { ServerSearch } from './shell/server-search.js'
import { logInTerminal, openLines, sayIn } from './shell/terminal.js'
import { createQueueDrain } from './storage/command-queue.js'
import { CrashMarker } from './storage/crash-marker.js'
import { logFile, openLog } from './storage/file-log.js'
import { openProfile } from './storage/profile.js'
import { isTaken, takeProfile } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

const dist = __dirname

registerPageScheme()
hardenContents()

/** As in `electron-builder.yml`. */
const appId = 'io.gatehouse.app'

const debugSwitches = ['remote-debugging-port', 'remote-debugging-pipe']

const alreadyRunning = {
  'program-with-window': 'Gatehouse is already running with this profile; its window comes up.',
  'program-without-window': 'Gatehouse is already running with this profile, without a window. End that one first.',
}

/** Notes how this run ends; there once the profile is ours. */
let runs: CrashMarker | undefined

async function main(): Promise<void> {
  const options = parseShellOptions(process.argv.slice(1))
  const profile = openProfile(options.profile)
  app.setPath('userData', path.join(profile, 'electron'))
  if (app.isPackaged && debugSwitches.some((name) => app.commandLine.hasSwitch(name)))
    throw new Error('Debugging is off.')
  const instance = await takeProfile(profile, true, !options.hidden)
  if (isTaken(instance)) {
    console.error(alreadyRunning[instance.by])
    return app.exit(0)
  }
  const log = openLog(profile, logInTerminal(process.env, process.stderr))
  // Windows shows notifications only of programs that it knows by the name of their shortcut.
  app.setAppUserModelId(appId)
  const book = new CrashMarker(profile, product.version, () => new Date())
  book.begin()
  runs = book
  await app.whenReady()
  await hardenSession()
  servePages(path.join(dist, 'renderer'))
  // Windows ends the session without asking programs to quit.
  app.on('browser-window-created', (_event, window) => window.on('session-end', () => book.ended()))
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null)

  const secrets = openSafeStorage(profile, log)
  const auditKey = auditKeyOf(secrets)
  const composed = await compose({
    profile,
    log,
    locale: () => app.getLocale(),
    chatKey: chatKeyIn(secrets),
    xiaozhiAddresses: secrets,
    chatKeyFor: (origin) => secrets.get(chatSecretOf(origin)),
    serviceSecretOf: (name) => secrets.get(serviceSecretPrefix + name),
    serviceTokens: secrets,
    holdServices: book.trouble.careful,
    ...(auditKey && { auditKey }),
  })
  const servers = createServerBook({ ...composed, trust: composed.gateway.trust, clock: systemClock }, secrets, log)
  const connecting = new Connecting(async () => {
    await servers.open()
    composed.services.release()
    if (options.simulator) await composed.addDemoWorld()
    book.goOn()
  })
  const javaSetUps = openJavaSetUps({ composed, book: servers, profile, log })
  const search = new ServerSearch({
    discovery: new Discovery({ clock: systemClock, log, onChange: () => {} }),
    known: () => composed.settings.get().servers,
    clock: systemClock,
  })
  const updates = openUpdates(composed, log, () => shutDown())
  const connections = await openConnections({ composed, profile, dist, log })
  const services = openServices(composed, { profile, secrets, connections })
  const desktop = await openDesktop({
    composed,
    book: servers,
    javaSetUps,
    searchServers: () => search.found(),
    secrets,
    connections,
    services,
    profile,
    dist,
    log,
    trouble: {
      state: () => book.trouble,
      putAway: () => book.putAway(),
      connect: connecting.connect,
      onDidConnect: connecting.onDidConnect,
      report: () => reportOf(book.trouble, profile),
      showLog: () => shell.showItemInFolder(path.join(profile, logFile)),
    },
    updates,
    isFirstRun: () => isFirstRun(composed.settings.get()) && !options.simulator,
    quit: () => app.quit(),
  })
  updates.start()

  let stopped = false
  /** Lets go of everything, so that another run may begin. */
  const shutDown = async (): Promise<void> => {
    stopped = true
    updates.stop()
    javaSetUps.stop()
    search.stop()
    desktop.letGo()
    await composed.stop().catch((error: Error) => log.error('stopping failed', { reason: error.message }))
    book.ended()
    instance.release()
  }
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void shutDown().finally(() => app.exit(0))
  })
  app.on('window-all-closed', () => {})
  app.on('activate', desktop.showWindow)
  instance.onSecondStart(desktop.showWindow)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())

  // macOS hands no arguments to what it starts at login.
  const atLogin = process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
  if (!options.hidden && !atLogin) desktop.showWindow()
  if (!book.trouble.careful) await connecting.connect()
  const drainQueue = createQueueDrain(profile, log, {
    add: (server) => servers.isRemembered(servers.addHandedOver(server)),
    remove: servers.remove,
    removeBackup: composed.removeBackup,
    service: createServiceOrders({ ...services, clock: systemClock, log }),
  })
  await drainQueue()
  instance.onNotify(() => {
    composed.clients.refresh()
    return drainQueue()
  })
  await composed.announce()
  log.info('ready', { endpoint: composed.door.endpoint })
  sayIn(process.stdout, openLines(path.join(profile, logFile), options.hidden || atLogin))
}

/**
 * A bug ends the program: what is open is denied by that, and no dialog of Electron's keeps it half alive. The next run
 * tells of it.
 */
function crash(error: unknown): void {
  console.error(escapedStack(error))
  runs?.crashed(error)
  app.exit(1)
}

process.on('uncaughtException', crash)
main().catch(crash)
