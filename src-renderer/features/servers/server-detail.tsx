/** Server detail: everything about one server, and its actions. */

import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhatAiMayDo } from '../../actions/what-ai-may-do.js'
import { attempt } from '../../bridge.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { ServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { secondsSince, useNow } from '../../ui/time/clock.js'
import { ServerBackups } from './backups/server-backups.js'
import { BedrockPack, needsPack } from './bedrock-pack.js'
import { durationTextOf } from './elapsed-time.js'
import { JavaCheck } from './java-check.js'
import type { NewServerField } from './new-server.js'
import { Removal } from './removal.js'
import { RenameForm } from './rename-form.js'
import { ServerAccess } from './server-access.js'
import { ServerCertificate } from './server-certificate.js'
import { ServerFigures } from './server-figures.js'
import { ServerForm } from './server-form.js'
import { ServerHistory } from './server-history.js'
import { hasLog, ServerLog } from './server-log.js'
import { ServerProblem } from './server-problem.js'
import { ServerRefusals } from './server-refusals.js'
import { TrialReport } from './trial-report.js'
import { useTrial } from './use-trial.js'
import './server-detail.css'

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
  const isThere = state === 'online' || state === 'degraded'
  const since = newest && newest.kind === state ? durationTextOf(now - Date.parse(newest.at)) : undefined
  return (
    <p className="server-standing">
      {since && <span>{t(`serverCare.since.${state}`, { lasted: t(since.key, since.values) })}</span>}
      {isThere && heartbeat && <span>{t('serverCare.lastMessage', { count: secondsSince(heartbeat.at, now) })}</span>}
    </p>
  )
}

type Open = 'removing' | 'renaming' | { readonly editing: NewServerField }

export interface ServerDetailProps {
  readonly server: Server
  readonly onRemoved: (server: Server) => void
}

export const ServerDetail = ({ server, onRemoved }: ServerDetailProps) => {
  const { t } = useTranslation()
  const now = useNow()
  const moments = useHistory(server)
  const trial = useTrial()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const { error, send } = useRequest()
  const back = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(undefined), [])
  useEffect(() => back.current?.focus(), [])
  const isOurs = server.kind === 'simulator'
  const isAway = server.state === 'offline' || server.state === 'degraded'
  const needsToken = server.problem !== undefined && /^AUTH\.(?!CERTIFICATE)/u.test(server.problem.code)

  return (
    <div className="server-detail">
      <header className="server-detail-head">
        <Button
          ref={back}
          tone="quiet"
          size="s"
          icon="left"
          aria-label={t('serverCare.back')}
          title={t('serverCare.back')}
          onClick={() => goTo({ screen: 'servers' })}
        />
        <div className="server-detail-names">
          <h2>
            <StatusDot state={server.state} silent />
            <ServerName server={server} />
            <span className={`server-row-state ${server.state}`}>{t(`server.state.${server.state}`)}</span>
          </h2>
          <p className="server-row-about">
            {server.software && <Name text={server.software} />}
            {server.software && server.kind !== 'bedrock' && <span aria-hidden="true">·</span>}
            {server.environment && <Name text={server.environment} />}
            {server.environment && <span aria-hidden="true">·</span>}
            {isOurs ? <span>{t('servers.demo')}</span> : <Name text={server.address ?? ''} className="mono" />}
          </p>
          {server.newName !== undefined && (
            <p className="server-row-about" role="note">
              {t('serverCare.newName', { name: visibleText(server.newName) })}
            </p>
          )}
        </div>
        <div className="server-detail-buttons">
          {!isOurs && server.kind !== 'bedrock' && (
            <>
              {server.kind === 'agent' && (
                <Button size="s" icon="plug" disabled={trial.busy} onClick={() => void trial.run({ id: server.id })}>
                  {t(trial.busy ? 'serverCare.testing' : 'serverCare.test')}
                </Button>
              )}
              <Button size="s" onClick={() => void send(attempt('servers:reconnect', { id: server.id }))}>
                {t(isAway ? 'serverCare.reconnectNow' : 'serverCare.reconnect')}
              </Button>
              <Button
                size="s"
                aria-expanded={typeof open === 'object'}
                onClick={() => setOpen(typeof open === 'object' ? undefined : { editing: 'name' })}
              >
                {t('serverCare.edit')}
              </Button>
            </>
          )}
          {server.kind === 'bedrock' && (
            <Button
              size="s"
              aria-expanded={open === 'renaming'}
              onClick={() => setOpen(open === 'renaming' ? undefined : 'renaming')}
            >
              {t('serverCare.rename')}
            </Button>
          )}
          <Button
            size="s"
            icon="trash"
            aria-expanded={open === 'removing'}
            onClick={() => setOpen(open === 'removing' ? undefined : 'removing')}
          >
            {t('servers.remove')}
          </Button>
        </div>
      </header>
      {open === 'removing' && <Removal server={server} onKeep={close} onRemoved={() => onRemoved(server)} />}
      {open === 'renaming' && <RenameForm server={server} onClose={close} />}
      {typeof open === 'object' && <ServerForm server={server} first={open.editing} onDone={close} onClose={close} />}
      {error && <ErrorNote error={error} />}
      <TrialReport trial={trial} />
      {server.kind === 'java' && <JavaCheck id={server.id} onEdit={(editing) => setOpen({ editing })} />}
      <ServerProblem server={server} />
      {needsToken && open === undefined && (
        <Button size="s" tone="go" className="server-token" onClick={() => setOpen({ editing: 'token' })}>
          {t('serverCare.enterToken')}
        </Button>
      )}
      <div className="server-figures">
        <ServerFigures server={server} whole />
      </div>
      <Standing server={server} moments={moments} now={now} />
      <Section title={t('may.title')}>
        <WhatAiMayDo server={server} />
      </Section>
      {server.kind === 'java' && (
        <Section title={t('backups.title')}>
          <ServerBackups server={server} />
        </Section>
      )}
      {hasLog(server) && (
        <Section title={t('serverLog.title')}>
          <ServerLog server={server} />
        </Section>
      )}
      <Section title={t('serverCare.access')}>
        <ServerAccess server={server} />
      </Section>
      <Section title={t('serverCare.history')}>
        <ServerHistory moments={moments} now={now} />
      </Section>
      {server.kind === 'agent' && (
        <Section title={t('serverCare.connection')}>
          <ServerCertificate server={server} />
          {server.agent !== undefined && <p>{t('serverCare.contract', { version: server.agent })}</p>}
        </Section>
      )}
      {needsPack(server) && (
        <Section title={t('bedrockPack.title')}>
          <BedrockPack />
        </Section>
      )}
      <ServerRefusals server={server} />
    </div>
  )
}
