/** Desktop program: the gateway behind the window and the tray, from its composition to its end. */
import path from 'node:path'
import { isFirstRun } from '@shared/program/settings.js'
import { app } from 'electron'
import { openJavaSetUps } from './owner/servers/open-java-set-ups.js'
import { openServices } from './owner/servers/open-services.js'
import { PersistentServers } from './owner/servers/persistent-servers.js'
import { ServerSearch } from './owner/servers/server-search.js'
import { ServerDiscovery } from './providers/java/discovery/discovery.js'
import { composeDesktop } from './shell/compose-desktop.js'
import { createCrashAccess } from './shell/crash-access.js'
import { openDesktop } from './shell/desktop.js'
import { StartupConnector } from './shell/startup-connector.js'
import { openConnections } from './shell/system/open-connections.js'
import type { ShellOptions } from './shell/system/options.js'
import { openSafeStorage } from './shell/system/safe-storage.js'
import { openLines, writeToTerminal } from './shell/system/terminal.js'
import { openUpdates } from './shell/updates/open-updates.js'
import type { MainWindow } from './shell/windows/main-window.js'
import type { CrashMarker } from './storage/crash-marker.js'
import { logFile } from './storage/log/log-file.js'
import type { ProgramLog } from './storage/log/program-log.js'
import { createPairingTokens } from './storage/pairing-tokens.js'
import type { Instance } from './storage/single-instance.js'
import { systemClock } from './storage/system-clock.js'

export interface ProgramDependencies {
  readonly options: ShellOptions
  readonly profile: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly log: ProgramLog
  readonly crashMarker: CrashMarker
  readonly instance: Instance
  /** Its page is already loading; its requests are queued until `openDesktop` handles them. */
  readonly mainWindow: MainWindow
  /** Starts in the tray. */
  readonly isHidden: boolean
  /** Removes the previous handler of `before-quit`. @returns whether a person quit in the meantime */
  readonly takeOverQuitting: () => boolean
}

/**
 * Milliseconds until the pop-up is prepared, since the page of the window has priority. A request prepares it at once.
 */
const popUpAfterMs = 1_000

export async function runProgram(deps: ProgramDependencies): Promise<void> {
  const { options, profile, dist, log, crashMarker, instance, mainWindow, isHidden, takeOverQuitting } = deps
  const secrets = openSafeStorage(profile, log)
  const composed = await composeDesktop({ profile, log, secrets, deferServices: crashMarker.crash.safeMode })
  const tokenFor = createPairingTokens()
  const servers = new PersistentServers({
    ...composed,
    trust: composed.gateway.trust,
    rules: composed.gateway.rules,
    clock: systemClock,
    log,
    secrets,
    tokenFor,
  })
  const connecting = new StartupConnector(async () => {
    await servers.open()
    composed.services.release()
    if (options.simulator) await composed.addDemoWorld()
    crashMarker.leaveSafeMode()
  })
  const javaSetUps = openJavaSetUps({ ...composed, servers, profile, clock: systemClock, log })
  const search = new ServerSearch({
    discovery: new ServerDiscovery({ clock: systemClock, log, onChange: () => {} }),
    known: () => composed.settings.get().servers,
    clock: systemClock,
  })
  const updates = openUpdates(composed, log, () => shutDown())
  const connections = await openConnections({ composed, profile, dist, log })
  const services = openServices(composed.services, { profile, secrets, connections })
  const desktop = await openDesktop({
    mainWindow,
    composed,
    servers,
    tokenFor,
    javaSetUps,
    secrets,
    connections,
    services,
    updates,
    profile,
    dist,
    log,
    searchServers: () => search.found(),
    crash: createCrashAccess({ crashMarker, connecting, profile }),
    isFirstRun: () => isFirstRun(composed.settings.get()) && !options.simulator,
    quit: () => app.quit(),
  })
  updates.start()

  let stopped = false
  /** Releases all resources, so that another run may begin. */
  const shutDown = async (): Promise<void> => {
    stopped = true
    updates.stop()
    javaSetUps.stop()
    search.stop()
    desktop.dispose()
    await composed.stop().catch((error: Error) => log.error('stopping failed', { reason: error.message }))
    crashMarker.ended()
    instance.release()
  }
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void shutDown().finally(() => {
      log.flush()
      app.exit(0)
    })
  })
  if (takeOverQuitting()) return app.quit()
  desktop.handleClosing()
  app.on('activate', desktop.showWindow)
  instance.onSecondStart(desktop.showWindow)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())

  if (!crashMarker.crash.safeMode) await connecting.connect()
  desktop.serveCommandLine(instance)
  if (isHidden) desktop.preparePopUp()
  else systemClock.after(popUpAfterMs, desktop.preparePopUp)
  await composed.announce()
  log.info('ready', { endpoint: composed.httpListener.endpoint })
  writeToTerminal(process.stdout, openLines(path.join(profile, logFile), isHidden))
}
