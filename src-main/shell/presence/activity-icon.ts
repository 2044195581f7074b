/** Activity icon: the tray shows that a call runs. */
import type { CallsInFlight } from '../../gateway/path/calls-in-flight.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { TrayService } from './tray.js'

/** Milliseconds that the icon keeps showing a running call: most are too short to see. */
const shownMs = 1_500

export function showActivity(calls: CallsInFlight, tray: TrayService, clock: Clock): void {
  let isShown = false
  const update = () => {
    isShown = calls.list().some(({ stage }) => stage === 'running')
    tray.working = isShown
    if (isShown) clock.after(shownMs, update)
  }
  calls.onDidChange(() => {
    if (!isShown) update()
  })
}
