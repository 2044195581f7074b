/** Duration: how long something took, rounded for people: `18 ms`, `6.3 s`, `24 s`, `4 min 23 s`. */
import { useTranslation } from 'react-i18next'

const two = (part: number): string => String(part).padStart(2, '0')

/** Minutes and seconds, `4:23`; of an hour and more its hours too, `1:04:23`. */
export const formatSeconds = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const rest = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

interface DurationText {
  /** Key of the catalogue. */
  readonly key: string
  readonly values: Readonly<Record<string, number>>
}

/** Tenths of a second below ten, then whole ones. */
export const durationText = (milliseconds: number): DurationText => {
  const whole = Math.max(0, Math.round(milliseconds))
  if (whole < 1_000) return { key: 'asks.duration.milliseconds', values: { milliseconds: whole } }
  const seconds = Math.round(whole / 1_000)
  if (seconds < 10) return { key: 'asks.duration.seconds', values: { seconds: Math.round(whole / 100) / 10 } }
  if (seconds < 60) return { key: 'asks.duration.seconds', values: { seconds } }
  return { key: 'asks.duration.minutes', values: { minutes: Math.floor(seconds / 60), seconds: seconds % 60 } }
}

export const useDuration = (): ((milliseconds: number) => string) => {
  const { t } = useTranslation()
  return (milliseconds) => {
    const { key, values } = durationText(milliseconds)
    return t(key, values)
  }
}
