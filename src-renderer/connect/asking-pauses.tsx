/**
 * Asking pauses: says of each program that was denied several times until when it is paused, and lets it ask again.
 *
 * For every screen about requests, rules and clients.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AskingPause } from '../../src-main/contract/asking-pause.js'
import { bridge } from '../../src-main/contract/client.js'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { attempt } from '../bridge.js'
import { askingPauses } from '../state/feeds.js'
import { Button } from '../ui/button.js'
import { ErrorNote } from '../ui/error-note.js'
import { Icon } from '../ui/icon.js'
import { visibleText } from '../ui/visible-text.js'
import './asking-pauses.css'

export interface AskingPausesProps {
  /** Id of one client; all that are paused when left out. */
  readonly client?: string
}

export const AskingPauses = ({ client }: AskingPausesProps) => {
  const all = askingPauses.use((feed) => feed.value)
  const shown = client === undefined ? all : all.filter((pause) => pause.client.id === client)
  if (shown.length === 0) return null
  return (
    <div className={`asking-pauses ${client === undefined ? 'of-screen' : ''}`}>
      {shown.map((pause) => (
        <PauseBanner key={pause.client.id} pause={pause} />
      ))}
    </div>
  )
}

const PauseBanner = ({ pause }: { readonly pause: AskingPause }) => {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const { client, denials, minutes } = pause
  const time = new Date(pause.until).toLocaleTimeString(i18n.language, { timeStyle: 'short' })
  const kind = client.id === bridge.id ? 'group' : 'one'
  const words = { name: visibleText(client.name), time }
  const letAsk = async () => {
    setBusy(true)
    const result = await attempt('asking:let', { client: client.id })
    setBusy(false)
    setError(result.ok ? undefined : result.error)
  }
  return (
    <section className="asking-pause" aria-label={t(`asking.${kind}.label`, words)}>
      <Icon name="pause" />
      <div className="asking-pause-words" role="status">
        <p>
          <strong>{t(`asking.${kind}.until`, words)}</strong>
          {t('asking.because')}
        </p>
        <p className="asking-pause-more">
          {t('asking.denied', { denials, count: minutes })}
          {t(`asking.${kind}.reads`, words)}
        </p>
      </div>
      <Button disabled={busy} aria-label={t(`asking.${kind}.letLabel`, words)} onClick={() => void letAsk()}>
        {t(`asking.${kind}.let`)}
      </Button>
      {error && <ErrorNote title={t('asking.failed')} error={error} />}
    </section>
  )
}
