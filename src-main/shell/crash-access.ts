/** Crash access: what the window shows and does after a crash. */

import os from 'node:os'
import path from 'node:path'
import { product } from '@contract/product.js'
import type { CrashState } from '@shared/program/crash-state.js'
import { shell } from 'electron'
import { crashReport } from '../policy/program/crash-report.js'
import type { CrashMarker } from '../storage/crash-marker.js'
import { logFile, readLogTail } from '../storage/log/log-file.js'
import type { DesktopOptions } from './desktop.js'
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

/** Facts about this computer and this run, for a person to copy into a bug report. */
const reportOf = (crash: CrashState, profile: string): string =>
  crashReport({
    crash,
    versions: {
      [product.name]: product.version,
      Electron: process.versions.electron ?? 'none',
      Chromium: process.versions.chrome ?? 'none',
      'Node.js': process.versions.node,
      System: `${process.platform} ${os.release()} ${process.arch}`,
    },
    log: readLogTail(profile),
  })
