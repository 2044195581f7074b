/** Minutes left: the remaining minutes of a pause, rounded up. */
import { secondsUntil } from '../../ui/time/clock.js'

/** @param until ISO 8601. @param now milliseconds since 1970 */
export const minutesLeft = (until: string, now: number): number => Math.max(1, Math.ceil(secondsUntil(until, now) / 60))
