/** Stream report: writes what AI did on a stream to a file that the person chooses, as a page or as Markdown. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { obs } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { TextField } from '../../ui/fields/text-field.js'
import { Dialog } from '../../ui/layout/dialog.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { LongText } from '../../ui/text/long-text.js'

/** `stream` only where OBS reported when it began. */
const spans = ['stream', 'hours', 'today', 'chosen'] as const
type Span = (typeof spans)[number]

const hoursMs = 3 * 3_600_000

/** As the field for a local time has it. */
const localTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export const StreamReport = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const startedAt = obs.use((feed) => feed.value.streamStartedAt)
  const [chosen, setSpan] = useState<Span>()
  const span = chosen ?? (startedAt ? 'stream' : 'hours')
  const [from, setFrom] = useState(() => localTime(new Date(Date.now() - hoursMs)))
  const [to, setTo] = useState(() => localTime(new Date()))
  const [file, setFile] = useState<string>()
  const isWrong = span === 'chosen' && !(Date.parse(from) < Date.parse(to))

  const save = async (format: 'html' | 'md') => {
    if (isWrong) return
    const now = new Date()
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
    const lastHours = new Date(now.getTime() - hoursMs)
    const since = {
      stream: startedAt ? new Date(startedAt) : lastHours,
      hours: lastHours,
      today: midnight,
      chosen: new Date(from),
    }[span]
    const until = span === 'chosen' ? new Date(to) : now
    const wanted = { format, since: since.toISOString(), until: until.toISOString() }
    const result = await send(attempt('reports:create', wanted))
    if (result.ok && result.value) setFile(result.value.file)
  }

  return (
    <Dialog title={t('streamReport.title')} onClose={onClose}>
      <p className="audit-export-text">{t('streamReport.text')}</p>
      <SelectField
        label={t('streamReport.span')}
        value={span}
        options={spans
          .filter((value) => value !== 'stream' || startedAt)
          .map((value) => ({ value, label: t(`streamReport.spans.${value}`) }))}
        onChoose={setSpan}
      />
      {span === 'chosen' && (
        <>
          <TextField
            type="datetime-local"
            label={t('streamReport.from')}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            type="datetime-local"
            label={t('streamReport.to')}
            value={to}
            problem={isWrong ? t('streamReport.wrong') : undefined}
            onChange={(event) => setTo(event.target.value)}
          />
        </>
      )}
      {file !== undefined && (
        <p className="audit-exported" role="status">
          {t('streamReport.written')}
          <Gap />
          <LongText text={file} limit={300} className="mono" expandable />
        </p>
      )}
      {error && <ErrorNote title={t('streamReport.failed')} error={error} />}
      <div className="dialog-buttons">
        <Button onClick={onClose}>{t('undo.close')}</Button>
        <Button disabled={busy || isWrong} icon="file" onClick={() => void save('md')}>
          {t('streamReport.markdown')}
        </Button>
        <Button autoFocus disabled={busy || isWrong} icon="file" onClick={() => void save('html')}>
          {t('streamReport.page')}
        </Button>
      </div>
    </Dialog>
  )
}
