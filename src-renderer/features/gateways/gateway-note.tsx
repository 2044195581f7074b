/** Gateway note: shows above every screen of a gateway elsewhere that there is no connection, and what it means. */

import type { LinkState } from '@shared/remote/gateway.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useGateway } from '../../state/gateway.js'
import { Button } from '../../ui/buttons/button.js'
import { Icon } from '../../ui/theme/icon.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import './gateways.css'

export const GatewayNote = () => {
  const { t } = useTranslation()
  const gateway = useGateway((state) => state.gateway)
  if (!gateway || gateway.link.kind === 'connected') return null
  const { link } = gateway
  return (
    <section className="gateway-note" aria-label={t('gateways.noteLabel')}>
      <Icon name="warning" />
      <div role="status">
        <strong>{gatewayStateText(link, t, minuteTime)}</strong>
        <p>{gatewayStateHint(link, t)}</p>
      </div>
      {link.kind !== 'connecting' && (
        <Button size="s" onClick={() => void attempt('gateway:reconnect')}>
          {t('gateways.reconnect')}
        </Button>
      )}
    </section>
  )
}

/** @param timeOf of an instant, in ISO 8601 */
const gatewayStateText = (link: LinkState, t: TFunction, timeOf: (instant: string) => string): string =>
  link.kind === 'lost' ? t('gateways.state.lost', { time: timeOf(link.since) }) : t(`gateways.state.${link.kind}`)

/** What it means, or what to do. */
const gatewayStateHint = (link: LinkState, t: TFunction): string =>
  link.kind === 'connected' ? '' : t(`gateways.hint.${link.kind}`)
