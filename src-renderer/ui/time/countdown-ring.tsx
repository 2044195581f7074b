/** Countdown ring: the time left as a number, and its fraction as a ring. */
import { useTranslation } from 'react-i18next'
import { secondsSince, secondsUntil, useNow } from './clock.js'
import './countdown-ring.css'

export interface CountdownRingProps {
  /** ISO 8601. */
  readonly from: string
  /** ISO 8601. */
  readonly until: string
  /** The countdown is paused while a person reads. */
  readonly held?: boolean
  /** Without the number, when it is shown beside the ring. */
  readonly bare?: boolean
}

const radius = 11.5
const around = 2 * Math.PI * radius
/** The text inside the ring. */
const maxSeconds = 99

export const CountdownRing = ({ from, until, held = false, bare = false }: CountdownRingProps) => {
  const { t } = useTranslation()
  const now = useNow()
  const seconds = secondsUntil(until, now)
  const whole = Math.max(1, Date.parse(until) - Date.parse(from))
  const share = Math.min(1, Math.max(0, (Date.parse(until) - now) / whole)) || 0
  const minutes = seconds > maxSeconds ? Math.ceil(seconds / 60) : 0
  const pressing = !held && seconds <= 10 && secondsSince(from, now) > 0
  return (
    <span
      className={`countdown-ring ${pressing ? 'pressing' : ''}`}
      role="timer"
      aria-label={
        held
          ? t('popUp.held')
          : minutes
            ? t('time.minutesLeft', { count: minutes })
            : t('time.secondsLeft', { count: seconds })
      }
    >
      <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
        <circle className="countdown-ring-track" cx="14" cy="14" r={radius} />
        <circle
          className="countdown-ring-left"
          cx="14"
          cy="14"
          r={radius}
          transform="rotate(-90 14 14)"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
        {held ? (
          <path className="countdown-ring-pause" d="M11.5 10v8M16.5 10v8" />
        ) : (
          !bare && (
            <text x="14" y="17.4" textAnchor="middle">
              {minutes ? t('time.shortMinutes', { minutes }) : seconds}
            </text>
          )
        )}
      </svg>
    </span>
  )
}
