/**
 * Crash, for the window: the end of the last run, the crash report, and errors of pages.
 *
 * Guards invariant 8: a page's error is cleaned and bounded before it is logged, and logging is rate limited.
 */
import { type CrashState, windowProblemLimits } from '@shared/program/crash-state.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { reportText } from '../../policy/text/report-text.js'
import type { PageName } from '../channels.js'
import type { Handlers } from '../request-handling.js'

export interface CrashAccess {
  state(): CrashState
  dismiss(): void
  /** Connects to the servers after a start in safe mode. */
  connect(): Promise<void>
  report(): string
  copy(text: string): Promise<void>
  showLog(): void
}

type Topic = 'crash:state' | 'crash:dismiss' | 'crash:connect' | 'crash:copy-report' | 'crash:show-log' | 'crash:report'

/** Maximum number of problems that a page may report in a period; further ones are only counted. */
const maxProblems = 10
const periodMs = 60_000

export function crashHandlers(parts: CrashAccess, clock: Clock, log: Log): Pick<Handlers, Topic> {
  const reported: Record<PageName, number[]> = { window: [], 'pop-up': [] }
  const droppedReports: Record<PageName, number> = { window: 0, 'pop-up': 0 }

  function takeReportSlot(page: PageName): boolean {
    const now = clock.elapsed()
    reported[page] = reported[page].filter((at) => now - at < periodMs)
    if (reported[page].length >= maxProblems) return false
    reported[page].push(now)
    return true
  }

  return {
    'crash:state': () => parts.state(),
    'crash:dismiss': () => parts.dismiss(),
    'crash:connect': () => parts.connect(),
    'crash:copy-report': () => parts.copy(parts.report()),
    'crash:show-log': () => parts.showLog(),
    'crash:report': ({ where, message, stack }, page) => {
      if (!takeReportSlot(page)) {
        droppedReports[page] += 1
        return
      }
      log.error('something failed in a page', {
        page,
        where: reportText(where, windowProblemLimits.where),
        message: reportText(message, windowProblemLimits.message),
        ...(stack !== undefined && { stack: reportText(stack, windowProblemLimits.stack) }),
        ...(droppedReports[page] > 0 && { andMore: droppedReports[page] }),
      })
      droppedReports[page] = 0
    },
  }
}
