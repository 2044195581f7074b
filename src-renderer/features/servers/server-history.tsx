/** Server history: when the connection opened, closed or failed, why, and for how long; the newest first. */

import type { ConnectionEvent } from '@shared/servers/server-care.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { errorText } from '../../ui/messages/error-text.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { LongText } from '../../ui/text/long-text.js'
import { tenths, useNumbers } from '../../ui/text/use-numbers.js'
import { Icon } from '../../ui/theme/icon.js'
import { dayAndTime, fullTime } from '../../ui/time/clock-time.js'
import { durationTextOf } from './elapsed-time.js'
import './server-history.css'

/** Lines that are drawn before a click on "more". */
const atFirst = 8

interface MomentLineProps {
  readonly moment: ConnectionEvent
  /** Time of the next moment, in milliseconds; now, for the newest. */
  readonly until: number
  readonly isCurrent: boolean
}

const MomentLine = ({ moment, until, isCurrent }: MomentLineProps) => {
  const { t, i18n } = useTranslation()
  const speed = useNumbers(tenths)
  const { key, values } = durationTextOf(until - Date.parse(moment.at))
  const lasted = t(key, values)
  const when = dayAndTime(moment.at, i18n.language)
  const words = () => {
    if (moment.kind === 'degraded') {
      const { strain, tps } = moment
      return strain === 'unwell' && tps !== undefined
        ? t('serverCare.moment.slow', { tps: speed(tps) })
        : t(`serverCare.strain.${strain}.short`)
    }
    if (moment.kind !== 'offline') return t(`serverCare.moment.${moment.kind}`)
    return moment.problem ? errorText(moment.problem, t).message : t('serverCare.moment.offline')
  }
  return (
    <li className="server-moment">
      <time dateTime={moment.at} title={fullTime(moment.at, i18n.language)}>
        {when}
      </time>
      {moment.kind === 'began' ? (
        <Icon name="right" size={12} className="tone-faint" />
      ) : (
        <StatusDot state={moment.kind} silent />
      )}
      <span className="server-moment-words">
        {moment.kind !== 'began' && moment.kind !== 'online' && (
          <b className={moment.kind}>{t(`server.state.${moment.kind}`)} </b>
        )}
        <LongText text={words()} limit={240} />
      </span>
      <span className="server-moment-lasted">
        {moment.kind !== 'began' && (isCurrent ? t('serverCare.lastsNow', { lasted }) : lasted)}
      </span>
    </li>
  )
}

/** @param now milliseconds since 1970 */
export const ServerHistory = ({
  moments,
  now,
}: {
  readonly moments: readonly ConnectionEvent[]
  readonly now: number
}) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(atFirst)
  if (moments.length === 0) return <p className="server-section-none">{t('serverCare.noHistory')}</p>
  return (
    <>
      <ol className="server-history" aria-label={t('serverCare.history')}>
        {moments.slice(0, shown).map((moment, at) => (
          <MomentLine
            // biome-ignore lint/suspicious/noArrayIndexKey: two moments may have the same time
            key={`${moment.at} ${at}`}
            moment={moment}
            until={at === 0 ? now : Date.parse(moments[at - 1]?.at ?? '')}
            isCurrent={at === 0}
          />
        ))}
      </ol>
      {moments.length > shown && (
        <Button size="s" tone="quiet" onClick={() => setShown(moments.length)}>
          {t('serverCare.moreHistory', { count: moments.length - shown })}
        </Button>
      )}
    </>
  )
}
