/** Export: what the filter finds, as a file that the person chooses. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditFilter, AuditFormat } from '../../../src-main/contract/audit.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { ErrorNote } from '../../ui/error-note.js'
import { LongText } from '../../ui/long-text.js'

export interface ExportTrailProps {
  readonly filter: AuditFilter
  readonly onClose: () => void
}

export const ExportTrail = ({ filter, onClose }: ExportTrailProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [written, setWritten] = useState<{ readonly file: string; readonly rows: number }>()
  const [error, setError] = useState<ContractError>()
  const save = async (format: AuditFormat) => {
    setBusy(true)
    setError(undefined)
    const result = await attempt('audit:export', { format, filter })
    setBusy(false)
    if (!result.ok) setError(result.error)
    else if (result.value) setWritten(result.value)
  }
  return (
    <Dialog title={t('audit.exportTitle')} onClose={onClose}>
      <p className="audit-export-text">{t(Object.keys(filter).length > 0 ? 'audit.exportFound' : 'audit.exportAll')}</p>
      {written && (
        <p className="audit-exported" role="status">
          {t('audit.exported', { count: written.rows })}{' '}
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
