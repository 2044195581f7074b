/** Server connection: where a server is, how it is reached, what its log gives, and since when. */

import { isConnected, type Server } from '@shared/servers/server.js'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { Name } from '../../ui/text/name.js'
import { secondsSince, useNow } from '../../ui/time/clock.js'
import { BedrockPack, needsPack } from './bedrock-pack.js'
import { durationTextOf } from './elapsed-time.js'
import { ServerCertificate } from './server-certificate.js'
import { ServerFigures } from './server-figures.js'
import { ServerHistory } from './server-history.js'
import { hasLog, ServerLog } from './server-log.js'

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

const Section = ({ title, children }: SectionProps) => (
  <section className="server-section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** Read again whenever the connection is another. */
const useHistory = (server: Server): readonly ConnectionEvent[] => {
  const [moments, setMoments] = useState<readonly ConnectionEvent[]>([])
  const { id, state, problem } = server
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is why it is read again
  useEffect(() => {
    let left = false
    void attempt('servers:history', { id }).then((answer) => {
      if (!left && answer.ok) setMoments(answer.value)
    })
    return () => {
      left = true
    }
  }, [id, state, problem?.code])
  return moments
}

/** How long the server has had its state, and the time of its last heartbeat. */
const Standing = ({ server, moments, now }: { server: Server; moments: readonly ConnectionEvent[]; now: number }) => {
  const { t } = useTranslation()
  const [newest] = moments
  const { state, heartbeat } = server
  const since = newest && newest.kind === state ? durationTextOf(now - Date.parse(newest.at)) : undefined
  return (
    <p className="server-standing">
      {since && <span>{t(`serverCare.since.${state}`, { lasted: t(since.key, since.values) })}</span>}
      {isConnected(server) && heartbeat && (
        <span>{t('serverCare.lastMessage', { count: secondsSince(heartbeat.at, now) })}</span>
      )}
    </p>
  )
}

export const ServerConnection = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const now = useNow()
  const moments = useHistory(server)
  return (
    <>
      <Section title={t('serverCare.connection')}>
        {server.address !== undefined && server.kind !== 'simulator' && (
          <p>
            {t('serverPage.address')} <Name text={server.address} className="mono" />
          </p>
        )}
        {server.accounts && <p>{t(`serverPage.accounts.${server.accounts}`)}</p>}
        {server.chatNames && <p>{t('serverPage.chatNames')}</p>}
        {server.kind === 'agent' && <ServerCertificate server={server} />}
        {server.agent !== undefined && <p>{t('serverCare.contract', { version: server.agent })}</p>}
        <div className="server-figures">
          <ServerFigures server={server} whole />
        </div>
        <Standing server={server} moments={moments} now={now} />
      </Section>
      {hasLog(server) && (
        <Section title={t('serverLog.title')}>
          <ServerLog server={server} />
        </Section>
      )}
      {needsPack(server) && (
        <Section title={t('bedrockPack.title')}>
          <BedrockPack />
        </Section>
      )}
      <Section title={t('serverCare.history')}>
        <ServerHistory moments={moments} now={now} />
      </Section>
    </>
  )
}
