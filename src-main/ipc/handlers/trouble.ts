/**
 * Trouble, for the window: how the last run ended, a report about it, and what fails in a page.
 *
 * Guards invariant 8: what a page tells goes into the log cleaned and bounded, and no faster than somebody could read.
 */
import { type Trouble, windowProblemLimits } from '../../contract/trouble.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { reportText } from '../../policy/report-text.js'
import type { Handlers } from '../answer.js'
import type { Page } from '../channels.js'

export interface TroubleAccess {
  state(): Trouble
  putAway(): void
  /** Connects to the servers after a careful start. */
  connect(): Promise<void>
  report(): string
  copy(text: string): Promise<void>
  showLog(): void
}

type Topic =
  | 'trouble:state'
  | 'trouble:put-away'
  | 'trouble:connect'
  | 'trouble:copy-report'
  | 'trouble:show-log'
  | 'trouble:tell'

/** A page may tell so many problems in so many milliseconds; what is more is counted and told as a number. */
const mostProblems = 10
const periodMs = 60_000

export function troubleHandlers(parts: TroubleAccess, clock: Clock, log: Log): Pick<Handlers, Topic> {
  const reported: Record<Page, number[]> = { window: [], 'pop-up': [] }
  const untold: Record<Page, number> = { window: 0, 'pop-up': 0 }

  function mayTell(page: Page): boolean {
    const now = clock.elapsed()
    reported[page] = reported[page].filter((at) => now - at < periodMs)
    if (reported[page].length >= mostProblems) return false
    reported[page].push(now)
    return true
  }

  return {
    'trouble:state': () => parts.state(),
    'trouble:put-away': () => parts.putAway(),
    'trouble:connect': () => parts.connect(),
    'trouble:copy-report': () => parts.copy(parts.report()),
    'trouble:show-log': () => parts.showLog(),
    'trouble:tell': ({ where, message, stack }, page) => {
      if (!mayTell(page)) {
        untold[page] += 1
        return
      }
      log.error('something failed in a page', {
        page,
        where: reportText(where, windowProblemLimits.where),
        message: reportText(message, windowProblemLimits.message),
        ...(stack !== undefined && { stack: reportText(stack, windowProblemLimits.stack) }),
        ...(untold[page] > 0 && { andMore: untold[page] }),
      })
      untold[page] = 0
    },
  }
}
