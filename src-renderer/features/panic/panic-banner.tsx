/**
 * Panic banner: shows above every screen that everything is stopped, and resumes after a second click.
 *
 * Guards invariant 2: neither one click nor a key that is still held resumes. A pause needs no second click: it is
 * meant to end.
 */

import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { panic } from '../../state/feeds.js'
import { useMayOrder } from '../../state/gateway.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import './panic.css'
import { Gap } from '../../ui/text/gap.js'
import { minuteTime } from '../../ui/time/clock-time.js'

/** Shows above every screen that all AI is paused and until when, and has the Resume button. */
const PauseBanner = ({ until }: { readonly until: string | undefined }) => {
  const { t } = useTranslation()
  const mayResume = useMayOrder('panic:end-pause')
  const { error, send } = useRequest()
  const time = until && minuteTime(until)
  return (
    <section className="panic pause" aria-label={t('panic.paused')}>
      <Icon name="pause" />
      <div className="panic-words" role="status">
        <strong>{t('panic.paused')}</strong>
        <Gap />
        {time ? t('panic.pausedUntil', { time }) : t('panic.pausedText')}
      </div>
      {mayResume && <Button onClick={() => void send(attempt('panic:end-pause'))}>{t('panic.resume')}</Button>}
      {error && <ErrorNote title={t('panic.stillPaused')} error={error} />}
    </section>
  )
}

export const PanicBanner = () => {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const stopsReading = usePreferences(({ settings }) => settings.panicStopsReading)
  const mayEnd = useMayOrder('panic:off')
  const state = panic.use((feed) => feed.value)
  /** The panic that the first click was about: a new one needs a new first click. */
  const [meant, setMeant] = useState<string>()
  const { error, send } = useRequest()
  if (!state.on) return null
  if (state.pause) return <PauseBanner until={state.until} />
  const now = state.since ?? 'unknown'

  const end = async () => {
    const result = await send(attempt('panic:off', { confirmed: true }))
    setMeant(undefined)
    if (!result.ok) place.current?.focus()
  }

  return (
    <section className="panic" aria-label={t('panic.title')} ref={place} tabIndex={-1}>
      <Icon name="final" />
      <div className="panic-words" role="alert">
        <strong>{t('panic.title')}</strong>
        <Gap />
        {state.unreadable && (
          <>
            {t('panic.unreadable')}
            <Gap />
          </>
        )}
        {t(stopsReading ? 'panic.text' : 'panic.textReading')}
      </div>
      {meant === now ? (
        <div className="panic-sure">
          {/* The focus goes to the safe button, not to the dangerous one. */}
          <Button autoFocus onClick={() => setMeant(undefined)}>
            {t('panic.keep')}
          </Button>
          <Button tone="danger" onClick={() => void end()}>
            {t('panic.endSure')}
          </Button>
        </div>
      ) : (
        mayEnd && <Button onClick={() => setMeant(now)}>{t('panic.end')}</Button>
      )}
      {error && <ErrorNote title={t('panic.failed')} error={error} />}
    </section>
  )
}
