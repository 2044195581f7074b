/**
 * Asking pauses: lists the programs that are paused after several denials, until when, with a button to resume each.
 *
 * Shown on every screen about requests, rules and clients.
 */

import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { bridge } from '@shared/clients/client.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { askingPauses } from '../state/feeds.js'
import { useRequest } from '../state/use-request.js'
import { Button } from '../ui/buttons/button.js'
import { ErrorNote } from '../ui/messages/error-note.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { minuteTime } from '../ui/time/clock-time.js'
import './asking-pauses.css'

export interface AskingPausesProps {
  /** Id of one client; all paused ones when omitted. */
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
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const { client, denials, minutes } = pause
  const time = minuteTime(pause.until)
  const kind = client.id === bridge.id ? 'group' : 'one'
  const words = { name: visibleText(client.name), time }
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
      <Button
        disabled={busy}
        aria-label={t(`asking.${kind}.letLabel`, words)}
        onClick={() => void send(attempt('asking:resume', { client: client.id }))}
      >
        {t(`asking.${kind}.let`)}
      </Button>
      {error && <ErrorNote title={t('asking.failed')} error={error} />}
    </section>
  )
}
