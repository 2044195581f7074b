/** Crash access: what the window shows and does after a crash. */
import path from 'node:path'
import { shell } from 'electron'
import type { CrashMarker } from '../storage/crash-marker.js'
import { logFile } from '../storage/log/log-file.js'
import type { DesktopOptions } from './desktop.js'
import { reportOf } from './report.js'
import type { StartupConnector } from './startup-connector.js'

export interface CrashAccessOptions {
  readonly crashMarker: CrashMarker
  readonly connecting: StartupConnector
  readonly profile: string
}

export const createCrashAccess = ({
  crashMarker,
  connecting,
  profile,
}: CrashAccessOptions): DesktopOptions['crash'] => ({
  state: () => crashMarker.crash,
  dismiss: () => crashMarker.dismiss(),
  connect: connecting.connect,
  onDidConnect: connecting.onDidConnect,
  report: () => reportOf(crashMarker.crash, profile),
  showLog: () => shell.showItemInFolder(path.join(profile, logFile)),
})
