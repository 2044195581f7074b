/**
 * Pairing card: the code to scan and to type, then who typed it.
 *
 * Guards "a new approver takes an intended act": no single key confirms, and Confirm counts only once the name and the
 * characters to compare have been in sight for a second.
 */
import type { PairingView } from '@shared/clients/people.js'
import type { ListedPerson } from '@shared/clients/person.js'
import { isMark } from '@shared/features/stream-mark.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { useRead } from '../../../ui/buttons/use-read.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { Name } from '../../../ui/text/name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { secondsUntil, useNow } from '../../../ui/time/clock.js'

/** Light modules around it that readers need. */
const border = 4

/** One square for each dark module, on a grid of 1. */
const pathOf = (dark: readonly (readonly boolean[])[]): string =>
  dark.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border }), [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className="qr-code-ground" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="qr-code-dark" d={pathOf(data)} />
    </svg>
  )
}

export interface PairingCardProps {
  readonly pairing: PairingView
  /** Whose phone it is; undefined for a new person. */
  readonly person: ListedPerson | undefined
  readonly fingerprint: string
}

export const PairingCard = ({ pairing, person, fingerprint }: PairingCardProps) => {
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
            {person ? (
              t('people.claimsFor', { name: person.id === 'desktop' ? t('person.you') : visibleText(person.name) })
            ) : (
              <>
                <Name text={claim.name} className="people-name" /> {t('people.claims')}
              </>
            )}
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
            <p>{t('people.address')}</p>
            <code className="people-fingerprint">
              <MaskedText text={link} />
            </code>
            <details>
              <summary>{t('story.details')}</summary>
              <p>{t('people.fingerprintText')}</p>
              <code className="people-fingerprint">{fingerprint}</code>
            </details>
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
