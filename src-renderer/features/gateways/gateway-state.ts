/** Gateway state: the words for the link to a gateway on another computer. */
import type { LinkState } from '@shared/remote/gateway.js'
import type { TFunction } from 'i18next'

/** @param timeOf of an instant, in ISO 8601 */
export const gatewayStateText = (link: LinkState, t: TFunction, timeOf: (instant: string) => string): string =>
  link.kind === 'lost' ? t('gateways.state.lost', { time: timeOf(link.since) }) : t(`gateways.state.${link.kind}`)

/** What it means, or what to do. */
export const gatewayStateHint = (link: LinkState, t: TFunction): string =>
  link.kind === 'connected' ? '' : t(`gateways.hint.${link.kind}`)
