/** Pause banner: shows above every screen that all AI is paused and until when, and has the Resume button. */

import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import './panic.css'

export const PauseBanner = ({ until }: { readonly until: string | undefined }) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  const time = until && minuteTime(until)
  return (
    <section className="panic pause" aria-label={t('panic.paused')}>
      <Icon name="pause" />
      <div className="panic-words" role="status">
        <strong>{t('panic.paused')}</strong> {time ? t('panic.pausedUntil', { time }) : t('panic.pausedText')}
      </div>
      <Button onClick={() => void send(attempt('panic:end-pause'))}>{t('panic.resume')}</Button>
      {error && <ErrorNote title={t('panic.stillPaused')} error={error} />}
    </section>
  )
}
