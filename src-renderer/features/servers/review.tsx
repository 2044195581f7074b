/**
 * Review: the actions of a server that wait for acceptance, and the rejected ones.
 *
 * Guards invariant 4: a decision contains the fingerprint of what is shown, so that a change in between is refused.
 */

import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { type Server, waitingOn } from '@shared/servers/server.js'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReviewAct, useReviewActions } from '../../state/review-actions.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { WaitingCapability } from '../../ui/review/waiting-capability.js'
import { inOrder } from '../../ui/review/waiting-order.js'
import { Icon } from '../../ui/theme/icon.js'
import { AcceptAll } from './accept-all.js'
import { NewActions } from './actions/new-actions.js'
import '../../ui/review/review.css'

/** New, and nothing in its texts needs a closer look. */
const isFresh = ({ reason, findings }: QuarantinedCapability): boolean => reason === 'new' && findings === undefined

export const Review = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const { busy, error, decide } = useReviewActions(server.id)
  const [done, setDone] = useState<{ readonly act: ReviewAct; readonly count: number }>()
  const all = inOrder(waitingOn(server))
  const fresh = all.filter(isFresh)
  const waiting = all.filter((one) => !isFresh(one))
  const rejected = inOrder(server.quarantined?.filter((one) => one.rejected) ?? [])

  const act = async (chosen: ReviewAct, some: readonly QuarantinedCapability[]) => {
    if (!(await decide(chosen, some))) return
    setDone({ act: chosen, count: some.length })
    // The pressed button was removed: the focus moves here.
    place.current?.focus()
  }

  const decideNew = async (on: readonly QuarantinedCapability[], off: readonly QuarantinedCapability[]) => {
    if (off.length > 0 && !(await decide('reject', off))) return
    if (on.length > 0) await act('accept', on)
  }

  const listOf = (some: readonly QuarantinedCapability[]) => (
    <ul>
      {some.map((one) => (
        <WaitingCapability
          key={`${one.id} ${one.fingerprint}`}
          waiting={one}
          busy={busy}
          onDecide={(chosen) => void act(chosen, [one])}
        />
      ))}
    </ul>
  )

  return (
    <div className="review-place" ref={place} tabIndex={-1}>
      <div className="visually-hidden" role="status">
        {done && t(done.act === 'accept' ? 'review.accepted' : `manifests.decided.${done.act}`, { count: done.count })}
      </div>
      {fresh.length > 0 && (
        <NewActions server={server} actions={fresh} busy={busy} onDecide={(on, off) => void decideNew(on, off)} />
      )}
      {fresh.length > 0 && waiting.length === 0 && error && (
        <ErrorNote title={t('manifests.undecided')} error={error} />
      )}
      {waiting.length > 0 && (
        <section className="review" aria-label={t('review.title', { count: waiting.length })}>
          <div className="review-head">
            <Icon name="shield" />
            <div className="review-words">
              <h2>{t('review.title', { count: waiting.length })}</h2>
              <p>{t(waiting[0]?.reason === 'changed' ? 'review.textChanged' : 'review.textNew')}</p>
            </div>
            <AcceptAll waiting={waiting} busy={busy} onAccept={() => void act('accept', waiting)} />
          </div>
          {error && <ErrorNote title={t('manifests.undecided')} error={error} />}
          {listOf(waiting)}
        </section>
      )}
      {rejected.length > 0 && (
        <section className="review quiet" aria-label={t('manifests.rejectedOnes', { count: rejected.length })}>
          <p>{t('manifests.rejectedOnes', { count: rejected.length })}</p>
          {error && waiting.length === 0 && <ErrorNote title={t('manifests.undecided')} error={error} />}
          {listOf(rejected)}
        </section>
      )}
    </div>
  )
}
