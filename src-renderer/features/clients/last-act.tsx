/** Last act: the last thing that a client did or was refused, in the past tense, with its time and server. */

import { useTranslation } from 'react-i18next'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { useStableServers } from '../../state/feeds.js'
import { eventSentence } from '../../story/event-text.js'
import { ServerName } from '../../ui/names/server-name.js'
import { fullTime, minuteTime } from '../../ui/time/clock-time.js'
import { sinceText } from '../../ui/time/since-text.js'
import type { Activity } from './use-activity.js'

export const LastAct = ({ of: activity }: { readonly of: Activity | undefined }) => {
  const { t, i18n } = useTranslation()
  const nameOf = useCapabilityName()
  const servers = useStableServers()
  // The line keeps its place until the log was read.
  if (!activity) return <>{'\u00a0'}</>
  const { last } = activity
  if (!last) return <>{t('clientPage.noCall')}</>
  const { timestamp, metadata, capabilityId } = last
  const server = servers.find(({ id }) => id === metadata?.serverId)
  const day = sinceText(timestamp, Date.now(), i18n.language)
  const time = minuteTime(timestamp)
  return (
    <>
      <time dateTime={timestamp} title={fullTime(timestamp, i18n.language)}>
        {day === time ? time : `${day} ${time}`}
      </time>{' '}
      <SentenceText
        sentence={eventSentence(last, nameOf(metadata?.serverId, capabilityId))}
        withoutSubject
        limit={80}
      />
      {server && (
        <>
          {' · '}
          <ServerName server={server} />
        </>
      )}
    </>
  )
}
