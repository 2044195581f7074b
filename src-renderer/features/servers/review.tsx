/**
 * Review: what of a server waits until a person accepts it.
 *
 * Guards invariant 4: what is sent is the fingerprint of what stands on the screen, so that a change in between is refused.
 */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { QuarantinedCapability } from '../../../src-main/contract/quarantine.js'
import type { Server } from '../../../src-main/contract/server.js'
import { attempt } from '../../bridge.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { AcceptAll } from './accept-all.js'
import { WaitingCapability } from './waiting-capability.js'
import { inOrder } from './waiting-order.js'
import './review.css'

export const Review = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const [accepted, setAccepted] = useState(0)
  const waiting = inOrder(server.quarantined ?? [])

  const accept = async (some: readonly QuarantinedCapability[]) => {
    setBusy(true)
    const capabilities = some.map(({ id, fingerprint }) => ({ id, fingerprint }))
    const result = await attempt('servers:accept', { id: server.id, capabilities })
    setBusy(false)
    setError(result.ok ? undefined : result.error)
    if (!result.ok) return
    setAccepted(some.length)
    // The button that was pressed is gone: the keyboard goes on from here.
    place.current?.focus()
  }

  return (
    <div className="review-place" ref={place} tabIndex={-1}>
      <div className="visually-hidden" role="status">
        {accepted > 0 && t('review.accepted', { count: accepted })}
      </div>
      {waiting.length > 0 && (
        <section className="review" aria-label={t('review.title', { count: waiting.length })}>
          <div className="review-head">
            <Icon name="shield" />
            <div className="review-words">
              <h2>{t('review.title', { count: waiting.length })}</h2>
              <p>{t(waiting[0]?.reason === 'changed' ? 'review.textChanged' : 'review.textNew')}</p>
            </div>
            <AcceptAll waiting={waiting} busy={busy} onAccept={() => void accept(waiting)} />
          </div>
          {error && <ErrorNote title={t('review.failed')} error={error} />}
          <ul>
            {waiting.map((one) => (
              <WaitingCapability
                key={`${one.id} ${one.fingerprint}`}
                waiting={one}
                busy={busy}
                onAccept={() => void accept([one])}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
