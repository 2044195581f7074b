/**
 * Trouble, for the window: how the last run ended, a report about it, and what fails in a page.
 *
 * Guards invariant 8: what a page tells goes into the log cleaned and bounded, and no faster than somebody could read.
 */
import { type Trouble, windowProblemLimits } from '../../contract/trouble.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { reportText } from '../../policy/report-text.js'
import { ok } from '../result.js'
import type { Handlers, Sender } from '../typed-ipc.js'
import { forWindow, forWindowLater } from '../window-only.js'

export interface TroubleDesk {
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

export function troubleHandlers(desk: TroubleDesk, clock: Clock, log: Log): Pick<Handlers, Topic> {
  const told: Record<Sender, number[]> = { window: [], 'pop-up': [] }
  const untold: Record<Sender, number> = { window: 0, 'pop-up': 0 }

  function mayTell(sender: Sender): boolean {
    const now = clock.elapsed()
    told[sender] = told[sender].filter((at) => now - at < periodMs)
    if (told[sender].length >= mostProblems) return false
    told[sender].push(now)
    return true
  }

  return {
    'trouble:state': () => desk.state(),
    'trouble:put-away': (_nothing, sender) =>
      forWindow(sender, () => {
        desk.putAway()
        return null
      }),
    'trouble:connect': (_nothing, sender) =>
      forWindowLater(sender, async () => {
        await desk.connect().catch((thrown: unknown) => {
          log.error('connecting failed', { error: `${thrown}` })
          throw thrown
        })
        return null
      }),
    'trouble:copy-report': (_nothing, sender) =>
      forWindowLater(sender, async () => {
        await desk.copy(desk.report())
        return null
      }),
    'trouble:show-log': (_nothing, sender) =>
      forWindow(sender, () => {
        desk.showLog()
        return null
      }),
    'trouble:tell': ({ where, message, stack }, sender) => {
      if (!mayTell(sender)) {
        untold[sender] += 1
        return ok(null)
      }
      log.error('something failed in a page', {
        page: sender,
        where: reportText(where, windowProblemLimits.where),
        message: reportText(message, windowProblemLimits.message),
        ...(stack !== undefined && { stack: reportText(stack, windowProblemLimits.stack) }),
        ...(untold[sender] > 0 && { andMore: untold[sender] }),
      })
      untold[sender] = 0
      return ok(null)
    },
  }
}
