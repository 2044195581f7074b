/**
 * Server offers: the servers that offer a capability, their states, and the versions that wait or were rejected there.
 */

import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReviewActions } from '../../state/review-actions.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { ServerName, useServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { WaitingCapability } from '../../ui/review/waiting-capability.js'
import { visibleText } from '../../ui/text/visible-text.js'
import type { CapabilityEntry, OfferOn } from './entries.js'

/** Servers that are named at once; the others are one click away. */
const shownAtOnce = 8

const OfferingServer = ({ offer, newest }: { readonly offer: OfferOn; readonly newest: string }) => {
  const { t } = useTranslation()
  const { server, manifest } = offer
  const version = manifest?.version
  return (
    <li className="capability-place">
      <StatusDot state={server.state} silent />
      <ServerName server={server} />
      {server.state !== 'online' && <span className="capability-quiet">{t(`server.state.${server.state}`)}</span>}
      {version !== undefined && version !== newest && <span className="mono">{visibleText(version)}</span>}
    </li>
  )
}

interface WaitingProps {
  readonly server: Server
  readonly waiting: QuarantinedCapability
}

const Waiting = ({ server, waiting }: WaitingProps) => {
  const { t } = useTranslation()
  const where = t('manifests.waitingOn', { server: visibleText(useServerName()(server)) })
  const { busy, error, decide } = useReviewActions(server.id)
  return (
    <section className="capability-waiting" aria-label={where}>
      <p className="capability-waiting-where">{where}</p>
      {error && <ErrorNote title={t('manifests.undecided')} error={error} />}
      <ul>
        <WaitingCapability
          key={waiting.fingerprint}
          waiting={waiting}
          brief
          busy={busy}
          onDecide={(act) => void decide(act, [waiting])}
        />
      </ul>
    </section>
  )
}

export const ServerOffers = ({ entry }: { readonly entry: CapabilityEntry }) => {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { offers, versions } = entry
  const newest = versions[0] ?? ''
  const usable = offers.filter(({ manifest }) => manifest !== undefined)
  const shown = all ? usable : usable.slice(0, shownAtOnce)
  const waiting = offers.flatMap(({ server, quarantined }) => (quarantined ? [{ server, quarantined }] : []))
  return (
    <>
      {usable.length > 0 && (
        <ul className="capability-places" aria-label={t('manifests.onServers', { count: usable.length })}>
          {shown.map((offer) => (
            <OfferingServer key={offer.server.id} offer={offer} newest={newest} />
          ))}
          {usable.length > shownAtOnce && (
            <li>
              <Button size="s" tone="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? t('text.less') : t('manifests.moreServers', { count: usable.length - shownAtOnce })}
              </Button>
            </li>
          )}
        </ul>
      )}
      {usable.length > 0 && usable.every(({ server }) => server.state === 'offline') && (
        <p className="capability-quiet">{t('manifests.allOffline')}</p>
      )}
      {waiting.slice(0, shownAtOnce).map(({ server, quarantined }) => (
        <Waiting key={server.id} server={server} waiting={quarantined} />
      ))}
      {waiting.length > shownAtOnce && (
        <p className="capability-quiet">{t('manifests.moreWaiting', { count: waiting.length - shownAtOnce })}</p>
      )}
    </>
  )
}
