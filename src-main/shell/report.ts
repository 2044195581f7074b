/** Report: facts about this computer and this run, for a person to copy into a bug report. */
import os from 'node:os'
import { product } from '@contract/product.js'
import type { CrashState } from '@shared/program/crash-state.js'
import { crashReport } from '../policy/program/crash-report.js'
import { readLogTail } from '../storage/log/log-file.js'

export const reportOf = (crash: CrashState, profile: string): string =>
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
