/**
 * Absence: whether nobody used the mouse or the keyboard of this computer for a while.
 *
 * Guards against silence: a system that never measures an idle second (some Wayland desktops) cannot say that somebody
 * is here, so that every place is asked there.
 */
import type { PowerMonitor } from 'electron'
import type { Clock } from '../../gateway/ports/runtime.js'

/** Seconds without mouse and keyboard: half of the shortest time for an answer. */
export const awaySeconds = 60

/** Milliseconds between two looks for an idle second, until there was one. */
const probeMs = 2_000

export function watchForAbsence(
  system: Pick<PowerMonitor, 'getSystemIdleState' | 'getSystemIdleTime'>,
  clock: Pick<Clock, 'after'>,
): () => boolean {
  let measures = false
  const probe = () => {
    measures ||= system.getSystemIdleTime() > 0
    if (!measures) clock.after(probeMs, probe)
  }
  probe()
  return () => !measures || system.getSystemIdleState(awaySeconds) !== 'active'
}
