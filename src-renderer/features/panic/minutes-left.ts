/** Minutes left of a pause, in whole ones: the last counts until it is over. */
import { secondsUntil } from '../../ui/clock.js'

/** @param until ISO 8601. @param now milliseconds since 1970 */
export const minutesLeft = (until: string, now: number): number => Math.max(1, Math.ceil(secondsUntil(until, now) / 60))
