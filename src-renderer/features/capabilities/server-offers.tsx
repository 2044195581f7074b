/**
 * Server offers: the servers that offer a capability, their states, and what AI may do with it there.
 */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Changes } from '../../actions/changes.js'
import { ChoiceControl } from '../../actions/choice-control.js'
import { useStandings } from '../../actions/use-standings.js'
import { useMayOrder } from '../../state/gateway.js'
import '../../actions/what-ai-may-do.css'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { ServerName, useServerName } from '../../ui/names/server-name.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { visibleText } from '../../ui/text/visible-text.js'
import type { CapabilityEntry, OfferOn } from './entries.js'

/** Servers that are named at once; the others are one click away. */
const shownAtOnce = 8

interface OfferProps {
  readonly offer: OfferOn
  readonly newest: string
}

const OfferingServer = ({ offer, newest }: OfferProps) => {
  const { t } = useTranslation()
  const { server, manifest, quarantined } = offer
  const where = visibleText(useServerName()(server))
  const { parts, busy, error, choose } = useStandings(server)
  const part = parts.find(({ id }) => id === (manifest ?? quarantined?.offered)?.id)
  const version = manifest?.version
  const mayChoose = useMayOrder('servers:choose')
  return (
    <li className="capability-place">
      <div className="capability-place-line">
        <StatusDot state={server.state} silent />
        <ServerName server={server} />
        {server.state !== 'online' && <span className="capability-quiet">{t(`server.state.${server.state}`)}</span>}
        {version !== undefined && version !== newest && <span className="mono">{visibleText(version)}</span>}
        {part && (
          <ChoiceControl
            label={t('may.choiceOn', { server: where })}
            choice={part.standing?.choice}
            locked={part.standing?.locked !== undefined}
            withoutAsk={part.manifest.type === 'event'}
            busy={busy || !mayChoose}
            onChoose={(choice) => void choose(choice, [part])}
          />
        )}
      </div>
      {error && <ErrorNote title={t('may.notChosen')} error={error} quiet />}
      {quarantined && <Changes waiting={quarantined} />}
    </li>
  )
}

export const ServerOffers = ({ entry }: { readonly entry: CapabilityEntry }) => {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { offers, versions } = entry
  const newest = versions[0] ?? ''
  const shown = all ? offers : offers.slice(0, shownAtOnce)
  return (
    <>
      {offers.length > 0 && (
        <ul className="capability-places" aria-label={t('manifests.onServers', { count: offers.length })}>
          {shown.map((offer) => (
            <OfferingServer key={offer.server.id} offer={offer} newest={newest} />
          ))}
          {offers.length > shownAtOnce && (
            <li>
              <Button size="s" tone="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? t('text.less') : t('manifests.moreServers', { count: offers.length - shownAtOnce })}
              </Button>
            </li>
          )}
        </ul>
      )}
      {offers.length > 0 && offers.every(({ server }) => server.state === 'offline') && (
        <p className="capability-quiet">{t('manifests.allOffline')}</p>
      )}
    </>
  )
}
