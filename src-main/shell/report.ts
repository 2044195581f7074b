/** Report: what of this computer and this run belongs into a report, for a person to copy. */
import os from 'node:os'
import { product } from '../contract/product.js'
import type { Trouble } from '../contract/trouble.js'
import { crashReport } from '../policy/crash-report.js'
import { logEnd } from '../storage/file-log.js'

export const reportOf = (trouble: Trouble, profile: string): string =>
  crashReport({
    trouble,
    versions: {
      [product.name]: product.version,
      Electron: process.versions.electron ?? 'none',
      Chromium: process.versions.chrome ?? 'none',
      'Node.js': process.versions.node,
      System: `${process.platform} ${os.release()} ${process.arch}`,
    },
    log: logEnd(profile),
  })
