/** Server connection: where a server is, how it is reached, what its log gives, and since when. */

import { isConnected, type Server } from '@shared/servers/server.js'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Name } from '../../ui/text/name.js'
import { secondsSince, useNow } from '../../ui/time/clock.js'
import { durationTextOf } from './elapsed-time.js'
import { isExposed } from './new-server.js'
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

const needsPack = ({ kind, refused }: Server): boolean =>
  kind === 'bedrock' && refused.some(({ lack }) => lack === 'pack')

/** What the behavior pack adds, and a button that opens it in the game. Shown while the world lacks it. */
const BedrockPack = () => {
  const { t } = useTranslation()
  const [pack, setPack] = useState<{ readonly file: string; readonly wasOpened: boolean }>()
  const { error, send } = useRequest()
  const install = async () => {
    const result = await send(attempt('bedrock:install-pack'))
    setPack(result.ok ? result.value : undefined)
  }
  return (
    <div className="server-certificate">
      <p>{t('bedrockPack.adds')}</p>
      <Button size="s" onClick={() => void install()}>
        {t('bedrockPack.install')}
      </Button>
      {error && <ErrorNote error={error} />}
      <div role="status">
        {pack?.wasOpened && <p>{t('bedrockPack.opened')}</p>}
        {pack && !pack.wasOpened && (
          <p>
            {t('bedrockPack.shown')} <Name text={pack.file} className="mono" />
          </p>
        )}
      </div>
    </div>
  )
}

/** The encryption of the connection, and the trusted certificate, which can be removed. */
const ServerCertificate = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const { id, address = '', certificate } = server
  const forget = () => send(attempt('servers:forget-certificate', { id }))
  if (!/^wss:/iu.test(address)) {
    return <p>{t(isExposed(address) ? 'serverCare.certificate.exposed' : 'serverCare.certificate.plain')}</p>
  }
  if (certificate === undefined) return <p>{t('serverCare.certificate.authority')}</p>
  return (
    <div className="server-certificate">
      <p>{t('serverCare.certificate.pinned')}</p>
      <code className="mono">{certificate}</code>
      {error && <ErrorNote error={error} quiet />}
      <Button size="s" disabled={busy} onClick={() => void forget()}>
        {t('serverCare.certificate.forget')}
      </Button>
    </div>
  )
}
