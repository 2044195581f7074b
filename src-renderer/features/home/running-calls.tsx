/** Running calls: what AI does at this moment, once it takes longer than a blink. It is in the feed when it ends. */

import type { CallInFlight } from '@contract/call.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { builds, calls } from '../../state/feeds.js'
import { Avatar } from '../../ui/names/avatar.js'
import { ServerName } from '../../ui/names/server-name.js'
import { secondsSince, useNow } from '../../ui/time/clock.js'
import { minuteTime } from '../../ui/time/clock-time.js'

const leastSeconds = 2

export const RunningCalls = () => {
  const all = calls.use((feed) => feed.value)
  const building = builds.use((feed) => feed.value)
  // A build has a row of its own.
  const isBuilt = (id: string) => building.some((build) => build.id === id)
  const flying = all.filter(({ stage, requestId }) => stage !== 'waiting-for-person' && !isBuilt(requestId))
  return flying.length === 0 ? null : <Running flying={flying} />
}

const Running = ({ flying }: { readonly flying: readonly CallInFlight[] }) => {
  const { t } = useTranslation()
  const now = useNow()
  const nameOf = useCapabilityName()
  const long = flying.filter(({ startedAt }) => secondsSince(startedAt, now) >= leastSeconds)
  return (
    <ul aria-label={t('note.running')}>
      {long.map((call) => (
        <li key={call.requestId} className="feed-row ai tone-info">
          <div className="feed-row-line">
            <time className="mono" dateTime={call.startedAt}>
              {minuteTime(call.startedAt)}
            </time>
            {call.server ? <ServerName server={call.server} className="feed-row-server" /> : <span />}
            <Avatar caller={call.caller} size="s" />
            <div className="feed-row-words">
              <SentenceText sentence={callSentence(call, 'title', nameOf(call.server?.id, call.capabilityId))} />
            </div>
            <div className="feed-row-end">
              <span className="feed-row-outcome">{t('note.running')}</span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
