/**
 * Pairing card: the code to scan and to type, then who typed it.
 *
 * Guards "a new approver takes an intended act": no single key confirms, and Confirm counts only once the name and the
 * characters to compare have been in sight for a second.
 */

import type { PairingView } from '@shared/clients/people.js'
import { isMark } from '@shared/features/stream-mark.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { useRead } from '../../../ui/buttons/use-read.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { Name } from '../../../ui/text/name.js'
import { secondsUntil, useNow } from '../../../ui/time/clock.js'
import { QrCode } from './qr-code.js'

export interface PairingCardProps {
  readonly pairing: PairingView
  readonly fingerprint: string
}

export const PairingCard = ({ pairing, fingerprint }: PairingCardProps) => {
  const { t } = useTranslation()
  const { id, link, code, claim, endsAt } = pairing
  const read = useRead(claim?.check)
  const now = useNow()
  const { busy, error, send } = useRequest()
  const confirm = () => send(attempt('people:confirm', { id, check: claim?.check ?? '' }))
  const cancel = () => void attempt('people:cancel')
  return (
    <section className="people-card" aria-labelledby="pairing-title">
      {claim ? (
        <div className="people-claim">
          <h3 id="pairing-title">
            <Name text={claim.name} className="people-name" /> {t('people.claims')}
          </h3>
          <p>{t('people.compare')}</p>
          <output className="people-code mono" aria-label={t('people.check')}>
            {claim.check}
          </output>
        </div>
      ) : (
        <div className="people-offer">
          {isMark(link) ? (
            <p className="people-redacted">{t('streaming.pairing')}</p>
          ) : (
            <QrCode text={link} label={t('people.qr')} />
          )}
          <div className="people-steps">
            <h3 id="pairing-title">{t('people.scan')}</h3>
            <p>{t('people.scanText')}</p>
            <output className="people-code mono" aria-label={t('people.code')}>
              <MaskedText text={code} />
            </output>
            <p>{t('people.fingerprintText')}</p>
            <code className="people-fingerprint">{fingerprint}</code>
            <p>{t('people.address')}</p>
            <code className="people-fingerprint">
              <MaskedText text={link} />
            </code>
          </div>
        </div>
      )}
      {error && <ErrorNote error={error} />}
      <div className="people-buttons">
        <span className="people-left" role="timer">
          {t('time.secondsLeft', { count: secondsUntil(endsAt, now) })}
        </span>
        <Button onClick={cancel}>{t('app.cancel')}</Button>
        {claim && (
          <Button tone="go" disabled={busy || !read} onClick={() => void confirm()}>
            {t('people.confirm')}
          </Button>
        )}
      </div>
    </section>
  )
}
