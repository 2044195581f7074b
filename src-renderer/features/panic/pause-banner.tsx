/** Pause banner: says above every screen that all AI rests, until when, and lets it go on. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import './panic.css'

export const PauseBanner = ({ until }: { readonly until: string | undefined }) => {
  const { t, i18n } = useTranslation()
  const [error, setError] = useState<ContractError>()
  const goOn = async () => {
    const result = await attempt('panic:end-pause')
    setError(result.ok ? undefined : result.error)
  }
  const time = until && new Date(until).toLocaleTimeString(i18n.language, { timeStyle: 'short' })
  return (
    <section className="panic pause" aria-label={t('panic.paused')}>
      <Icon name="pause" />
      <div className="panic-words" role="status">
        <strong>{t('panic.paused')}</strong> {time ? t('panic.pausedUntil', { time }) : t('panic.pausedText')}
      </div>
      <Button onClick={() => void goOn()}>{t('panic.goOn')}</Button>
      {error && <ErrorNote title={t('panic.stillPaused')} error={error} />}
    </section>
  )
}
