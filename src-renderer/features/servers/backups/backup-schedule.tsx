/** Backup schedule: one sentence with two controls, and how the last scheduled backup went. */

import { type BackupScheduleState, maxScheduledBackups } from '@shared/servers/java-server.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { SwitchField } from '../../../ui/fields/switch.js'
import { TimeField } from '../../../ui/fields/time-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { useNow } from '../../../ui/time/clock.js'
import { endTime } from '../../../ui/time/clock-time.js'
import { backupProblem } from './backup-text.js'

const usual = { at: '04:00', keep: 7 }
const keeps = Array.from({ length: maxScheduledBackups }, (_, at) => String(at + 1))

export interface BackupScheduleProps {
  readonly id: string
  /** Undefined while it is off. */
  readonly schedule: BackupScheduleState | undefined
  /** It was changed. */
  readonly onChanged: () => void
}

/** How the last one went, or what the next one waits for. */
const Result = ({ schedule: { last, waitsSince } }: { readonly schedule: BackupScheduleState }) => {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const time = (instant: string) => endTime(instant, now, i18n.language)
  if (waitsSince) return <p>{t('backups.schedule.waits', { due: time(waitsSince) })}</p>
  if (!last) return null
  const values = { due: time(last.due), at: time(last.at) }
  if (last.error) return <ErrorNote title={t('backups.schedule.failed', values)} error={backupProblem(last.error, t)} />
  return <p>{t(last.late ? 'backups.schedule.late' : 'backups.schedule.made', values)}</p>
}

export const BackupSchedule = ({ id, schedule, onChanged }: BackupScheduleProps) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  const change = async (next: Pick<BackupScheduleState, 'at' | 'keep'> | null) => {
    const result = await send(attempt('backups:schedule', { id, schedule: next }))
    if (result.ok) onChanged()
  }
  const { at, keep } = schedule ?? usual
  return (
    <section className="backup-schedule" aria-label={t('backups.schedule.title')}>
      <SwitchField
        label={t('backups.schedule.title')}
        on={schedule !== undefined}
        onChange={(on) => void change(on ? usual : null)}
      />
      {schedule && (
        <div className="backup-schedule-sentence">
          <TimeField
            label={t('backups.schedule.at')}
            value={at}
            onChange={(chosen) => void change({ at: chosen, keep })}
          />
          <SelectField
            label={t('backups.schedule.keep')}
            value={String(keep)}
            options={keeps.map((value) => ({ value, label: value }))}
            onChoose={(chosen) => void change({ at, keep: Number(chosen) })}
          />
        </div>
      )}
      {schedule && <p className="backup-schedule-note">{t('backups.schedule.note')}</p>}
      <div role="status">{schedule && <Result schedule={schedule} />}</div>
      {error && <ErrorNote error={error} />}
    </section>
  )
}
