/** Service state: the state of a service by shape, colour and text. */

import type { ServiceStarting, ServiceView } from '@shared/servers/service.js'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/time/clock.js'

/** `needed` and `waiting`: of a sign-in; `unhealthy`: it runs and does not respond to health checks. */
export const stateOf = ({ status, healthy, signIn }: ServiceView) => {
  if (signIn === 'needed' || signIn === 'waiting') return signIn
  return status === 'running' && !healthy ? 'unhealthy' : status
}

export const ServiceState = ({ service }: { readonly service: ServiceView }) => {
  const { t } = useTranslation()
  const state = stateOf(service)
  return (
    <span className={`service-state ${state}`}>
      <span className="service-mark" aria-hidden="true" />
      {service.starting ? <Starting starting={service.starting} /> : t(`services.state.${state}`)}
    </span>
  )
}

/** How long the start has taken, and why it may take long. */
const Starting = ({ starting: { since, isFirst, isSilent } }: { readonly starting: ServiceStarting }) => {
  const { t } = useTranslation()
  const now = useNow()
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1_000))
  return (
    <span>
      {t('services.starting.since', { seconds })}
      {isFirst && !isSilent && <small> {t('services.starting.first')}</small>}
      {isSilent && <small> {t(`services.starting.${isFirst ? 'downloading' : 'silent'}`)}</small>}
    </span>
  )
}
