/** Export: writes the filtered entries to a file that the person chooses. */

import type { AuditFilter, AuditFormat } from '@shared/trail/audit.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Dialog } from '../../ui/layout/dialog.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { LongText } from '../../ui/text/long-text.js'

export interface ExportTrailProps {
  readonly filter: AuditFilter
  readonly onClose: () => void
}

export const ExportTrail = ({ filter, onClose }: ExportTrailProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [written, setWritten] = useState<{ readonly file: string; readonly rows: number }>()
  const save = async (format: AuditFormat) => {
    const result = await send(attempt('audit:export', { format, filter }))
    if (result.ok && result.value) setWritten(result.value)
  }
  return (
    <Dialog title={t('audit.exportTitle')} onClose={onClose}>
      <p className="audit-export-text">{t(Object.keys(filter).length > 0 ? 'audit.exportFound' : 'audit.exportAll')}</p>
      {written && (
        <p className="audit-exported" role="status">
          {t('audit.exported', { count: written.rows })}
          <Gap />
          <LongText text={written.file} limit={300} className="mono" expandable />
        </p>
      )}
      {error && <ErrorNote title={t('audit.exportFailed')} error={error} />}
      <div className="dialog-buttons">
        <Button onClick={onClose}>{t('undo.close')}</Button>
        <Button disabled={busy} icon="file" onClick={() => void save('csv')}>
          {t('audit.asCsv')}
        </Button>
        <Button autoFocus disabled={busy} icon="file" onClick={() => void save('jsonl')}>
          {t('audit.asJsonl')}
        </Button>
      </div>
    </Dialog>
  )
}
