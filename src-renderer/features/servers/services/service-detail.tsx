/** Service detail: one service: actions that wait for acceptance, its last error, its log, and its settings. */

import { isModelChosen } from '@shared/features/chat.js'
import type { Server } from '@shared/servers/server.js'
import type { ServiceView, ServiceWarning } from '@shared/servers/service.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhatAiMayDo } from '../../../actions/what-ai-may-do.js'
import { attempt } from '../../../bridge.js'
import { changeSettings } from '../../../state/change-settings.js'
import { useMayOrder } from '../../../state/gateway.js'
import { usePreferences } from '../../../state/preferences.js'
import { Button } from '../../../ui/buttons/button.js'
import { Switch } from '../../../ui/fields/switch.js'
import { useNumbers } from '../../../ui/text/use-numbers.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { ServerRefusals } from '../server-refusals.js'
import { ServiceProblem } from './service-problem.js'
import type { ServiceRowAction } from './service-row.js'
import { ServiceSignIn } from './service-sign-in.js'
import { ServiceState } from './service-state.js'

export interface ServiceDetailProps {
  readonly service: ServiceView
  readonly server: Server | undefined
  /** Only the file can change it. */
  readonly fixed: boolean
  readonly busy: boolean
  readonly onAct: (act: ServiceRowAction) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** Read again whenever the service is another. */
const useLog = (service: ServiceView): readonly string[] => {
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    let left = false
    void attempt('services:log', { name: service.name }).then((result) => {
      if (!left && result.ok) setLines(result.value)
    })
    return () => {
      left = true
    }
  }, [service])
  return lines
}

export const ServiceDetail = ({ service, server, fixed, busy, onAct, onEdit, onRemove }: ServiceDetailProps) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const lines = useLog(service)
  const mayChange = useMayOrder('services:edit')
  const [isRemoving, setRemoving] = useState(false)
  const { status, tools, calls, restarts, shows, namespace, lastError } = service
  const asksForPerson = service.signIn === 'needed' || service.signIn === 'waiting'
  // The warning below says why, and what to do.
  const isBeingCorrected = service.warnings?.some(({ kind }) => kind === 'entry-kept') ?? false
  return (
    <div className="service-detail">
      <header className="service-detail-head">
        <ServiceState service={service} />
        <span className="mono service-shows">{visibleText(shows)}</span>
        {mayChange && (
          <div className="service-buttons">
            {status === 'stopped' ? (
              <Button size="s" disabled={busy} onClick={() => onAct('start')}>
                {t('services.act.start')}
              </Button>
            ) : (
              <>
                <Button size="s" disabled={busy} onClick={() => onAct('restart')}>
                  {t('services.act.restart')}
                </Button>
                <Button size="s" disabled={busy} onClick={() => onAct('stop')}>
                  {t('services.act.stop')}
                </Button>
              </>
            )}
            {service.signIn === 'signed-in' && (
              <Button size="s" disabled={busy} onClick={() => onAct('sign-out')}>
                {t('services.act.sign-out')}
              </Button>
            )}
            {!fixed && service.draft && (
              <Button size="s" disabled={isBeingCorrected} onClick={onEdit}>
                {t('services.act.edit')}
              </Button>
            )}
            {!fixed && (
              <Button size="s" icon="trash" aria-expanded={isRemoving} onClick={() => setRemoving(!isRemoving)}>
                {t('services.act.remove')}
              </Button>
            )}
          </div>
        )}
      </header>
      {isRemoving && (
        <div className="service-removal" role="alert">
          <p>{t('services.removal')}</p>
          <Button size="s" onClick={() => setRemoving(false)}>
            {t('app.cancel')}
          </Button>
          <Button size="s" tone="danger" onClick={onRemove}>
            {t('services.act.remove')}
          </Button>
        </div>
      )}
      <ServiceSignIn service={service} busy={busy} onAct={onAct} />
      {lastError && !asksForPerson && status !== 'running' && <ServiceProblem problem={lastError} />}
      {service.warnings && <ServiceWarnings warnings={service.warnings} />}
      {server && (
        <section className="service-may" aria-label={t('may.title')}>
          <h2>{t('may.title')}</h2>
          <WhatAiMayDo server={server} />
        </section>
      )}
      <dl className="service-facts">
        <div>
          <dt>{t('services.column.tools')}</dt>
          <dd>{number(tools)}</dd>
        </div>
        <div>
          <dt>{t('services.column.calls')}</dt>
          <dd>{number(calls)}</dd>
        </div>
        <div>
          <dt>{t('services.restarts')}</dt>
          <dd>{number(restarts)}</dd>
        </div>
        <div>
          <dt>{t('services.namespace')}</dt>
          <dd className="mono">{visibleText(namespace)}</dd>
        </div>
      </dl>
      <ServiceModel name={service.name} />
      {server && <ServerRefusals server={server} />}
      <section className="service-log" aria-label={t('services.log')}>
        <h2>{t('services.log')}</h2>
        {lines.length === 0 ? (
          <p>{t('services.noLog')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <pre className="mono" tabIndex={0}>
            {lines.map(visibleText).join('\n')}
          </pre>
        )}
      </section>
    </div>
  )
}

/** Whether a service may ask the AI model of the chat; each request is approved on its own. */
const ServiceModel = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation()
  const { serviceModels, chat } = usePreferences((state) => state.settings)
  const on = serviceModels.includes(name)
  const change = (next: boolean) =>
    void changeSettings(({ serviceModels: now }) => ({
      serviceModels: next ? [...now.filter((one) => one !== name), name] : now.filter((one) => one !== name),
    }))
  return (
    <div className="service-model">
      <div>
        <b>{t('services.model.title')}</b>
        <p>{t(isModelChosen(chat.model) ? 'services.model.text' : 'services.model.none')}</p>
      </div>
      <Switch label={t('services.model.title')} on={on} onChange={change} />
    </div>
  )
}

/** What of a running service a person should know, though nothing failed. */
const ServiceWarnings = ({ warnings }: { readonly warnings: readonly ServiceWarning[] }) => {
  const { t } = useTranslation()
  return warnings.map(({ kind, count, names }) => (
    <div className="service-problem warning" role="status" key={kind}>
      <strong>{t(`services.warning.${kind}.what`, { count })}</strong>
      <p>{t(`services.warning.${kind}.next`)}</p>
      <p className="mono service-problem-words">
        {names.map(visibleText).join(', ')}
        {count > names.length && ' …'}
      </p>
    </div>
  ))
}
