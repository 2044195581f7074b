/**
 * Reach: how far a yes reaches, and what must be typed for it.
 *
 * Guards "once is what happens unless a person says more": the choice begins anew with every question. The button says how far
 * the yes reaches; the list says what happens the next time.
 */
import { useTranslation } from 'react-i18next'
import type { Duration, OpenApproval } from '../../../../src-main/contract/approval.js'
import { TextField } from '../../../ui/text-field.js'

export interface ScopeChoiceProps {
  readonly question: OpenApproval
  readonly value: Duration
  readonly onChange: (duration: Duration) => void
}

export const ScopeChoice = ({ question, value, onChange }: ScopeChoiceProps) => {
  const { t } = useTranslation()
  const offered = question.offered.approve.durations
  if (offered.length < 2) return null
  return (
    <label className="pop-up-scope">
      <span>{t('asks.nextTime')}</span>
      <select
        value={value}
        onChange={({ target }) => onChange(offered.find((duration) => duration === target.value) ?? 'once')}
      >
        {offered.map((duration) => (
          <option key={duration} value={duration}>
            {t(`asks.next.${duration}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

export interface TypedNameProps {
  /** What must be typed. */
  readonly name: string
  readonly value: string
  readonly onChange: (typed: string) => void
}

export const TypedName = ({ name, value, onChange }: TypedNameProps) => {
  const { t } = useTranslation()
  return (
    <TextField
      className="pop-up-typed"
      label={t('popUp.mustType', { name })}
      value={value}
      maxLength={256}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
