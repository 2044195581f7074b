/** Service row: a summary of one service, with the action it most likely needs. */

import type { Server } from '@shared/servers/server.js'
import type { ServiceView } from '@shared/servers/service.js'
import { useTranslation } from 'react-i18next'
import { useMayOrder } from '../../../state/gateway.js'
import { goTo } from '../../../state/navigation.js'
import { Button } from '../../../ui/buttons/button.js'
import { useNumbers } from '../../../ui/text/use-numbers.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { minuteTime } from '../../../ui/time/clock-time.js'
import { useProblemText } from './service-problem.js'
import { ServiceState } from './service-state.js'

export type ServiceRowAction = 'start' | 'stop' | 'restart' | 'sign-in' | 'sign-out'

export interface ServiceRowProps {
  readonly service: ServiceView
  /** As the gateway knows it; absent while it never ran. */
  readonly server: Server | undefined
  readonly busy: boolean
  readonly onAct: (act: ServiceRowAction) => void
}

export const ServiceRow = ({ service, server, busy, onAct }: ServiceRowProps) => {
  const { t } = useTranslation()
  const mayChange = useMayOrder('services:start')
  const number = useNumbers()
  const wordsOf = useProblemText()
  const { name, shows, status, tools, calls, lastError, signIn } = service
  const waiting = server?.quarantined?.filter(({ rejected }) => !rejected).length ?? 0
  const act = signIn === 'needed' ? 'sign-in' : status === 'stopped' ? 'start' : 'restart'
  const isSigningIn = signIn === 'needed' || signIn === 'waiting'
  const problem = isSigningIn ? undefined : lastError
  const words = problem && wordsOf(problem)
  return (
    <li className={`service-row ${isSigningIn ? signIn : status}`}>
      <button
        type="button"
        className="service-name"
        onClick={() => goTo({ screen: 'servers', tab: 'services', about: service.id })}
      >
        <span className="service-title">{visibleText(name)}</span>
        <span className="service-shows mono">{visibleText(shows)}</span>
        {waiting > 0 && (
          <span className="service-waiting">
            <Icon name="shield" size={14} />
            {t('services.waiting', { count: waiting })}
          </span>
        )}
      </button>
      <ServiceState service={service} />
      <span className="service-number">
        <span className="visually-hidden">{t('services.column.tools')} </span>
        {tools === 0 && status !== 'running' ? '–' : number(tools)}
      </span>
      <span className="service-number">
        <span className="visually-hidden">{t('services.column.calls')} </span>
        {number(calls)}
      </span>
      <span className="service-error">
        <span className="visually-hidden">{t('services.column.lastError')} </span>
        {words ? (
          <span title={problem?.message}>{words.what}</span>
        ) : (
          <span className="service-none">{t('services.none')}</span>
        )}
        {problem && <small>{minuteTime(problem.at)}</small>}
      </span>
      {mayChange && (
        <Button
          size="s"
          disabled={busy}
          aria-label={t(`services.actLabel.${act}`, { name: visibleText(name) })}
          onClick={() => onAct(act)}
        >
          {t(`services.act.${act}`)}
        </Button>
      )}
    </li>
  )
}
