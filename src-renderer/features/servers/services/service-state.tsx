/** Service state: the state of a service by shape, colour and text. */

import type { ServiceView } from '@shared/servers/service.js'
import { useTranslation } from 'react-i18next'

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
      {t(`services.state.${state}`)}
    </span>
  )
}
