/** Service sign-in: a service that asks a person to sign in, and what they can do about it. */

import type { ServiceView } from '@shared/servers/service.js'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import type { ServiceRowAction } from './service-row.js'

export interface ServiceSignInProps {
  readonly service: ServiceView
  readonly busy: boolean
  readonly onAct: (act: ServiceRowAction) => void
}

export const ServiceSignIn = ({ service, busy, onAct }: ServiceSignInProps) => {
  const { t } = useTranslation()
  const { signIn, signInProblem } = service
  if (signIn !== 'needed' && signIn !== 'waiting') return null
  return (
    <div className="service-sign-in" role="status">
      <div>
        <strong>{t(`services.signIn.${signIn}.what`)}</strong>
        <p>{t(`services.signIn.${signIn}.next`)}</p>
        {signInProblem !== undefined && <p className="service-problem-words">{visibleText(signInProblem)}</p>}
      </div>
      {signIn === 'needed' ? (
        <Button tone="go" disabled={busy} onClick={() => onAct('sign-in')}>
          {t('services.act.sign-in')}
        </Button>
      ) : (
        <div className="service-buttons">
          <Button onClick={() => onAct('sign-out')}>{t('app.cancel')}</Button>
          <Button disabled={busy} onClick={() => onAct('sign-in')}>
            {t('services.signIn.again')}
          </Button>
        </div>
      )}
    </div>
  )
}
