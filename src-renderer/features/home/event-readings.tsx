/** Event readings: which AI clients were notified of an event, and what they asked soon after. */

import type { EventReader } from '@shared/trail/live.js'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import { attempt } from '../../bridge.js'
import { entrySentence } from '../../sentences/entry-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { useLive } from '../../state/live.js'
import { goTo } from '../../state/navigation.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { CallerName } from '../../ui/names/caller-name.js'
import { clockTime } from '../../ui/time/clock-time.js'

/** Requests again as calls begin and end. */
const useReadings = (id: string): Result<readonly EventReader[]> | undefined => {
  const calls = useLive((state) => state.calls)
  const [readings, setReadings] = useState<Result<readonly EventReader[]>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call that begins or ends may belong to a reader of the event.
  useEffect(() => {
    let left = false
    void attempt('live:readers', { id }).then((found) => {
      if (!left) setReadings(found)
    })
    return () => {
      left = true
    }
  }, [id, calls])
  return readings
}

const Reader = ({ reading: { caller, at, calls } }: { readonly reading: EventReader }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  return (
    <li>
      <p>
        <CallerName caller={caller} /> · {clockTime(at)}
        {calls.length === 0 && <> · {t('timeline.askedNothing')}</>}
      </p>
      {calls.length > 0 && (
        <ul aria-label={t('timeline.askedAfter')}>
          {calls.map((call) => (
            <li key={call.id}>
              <button type="button" onClick={() => goTo({ screen: 'audit', about: call.requestId })}>
                <time className="mono" dateTime={call.at}>
                  {clockTime(call.at)}
                </time>
                <span>
                  <SentenceText sentence={entrySentence(call, nameOf)} limit={160} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

export const EventReadings = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const title = useId()
  const readings = useReadings(id)
  if (readings === undefined) return null
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('timeline.readers')}</h2>
      {!readings.ok && <ErrorNote error={readings.error} quiet />}
      {readings.ok && readings.value.length === 0 && <p>{t('timeline.noReaders')}</p>}
      {readings.ok && readings.value.length > 0 && (
        <>
          <ul className="event-readers">
            {readings.value.map((reading) => (
              <Reader key={`${reading.caller.id} ${reading.caller.sessionId} ${reading.at}`} reading={reading} />
            ))}
          </ul>
          {readings.value.some(({ calls }) => calls.length > 0) && (
            <p className="row-details-when">{t('timeline.askedAfterNote')}</p>
          )}
        </>
      )}
    </section>
  )
}
