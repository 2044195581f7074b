/** Typed setting: a number, applied when it is saved. */
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { TextField } from '../../ui/fields/text-field.js'
import { Setting } from './setting.js'

export interface TypedSettingProps {
  readonly title: string
  readonly text: string
  readonly value: string
  readonly numeric?: boolean
  readonly problemOf: (typed: string) => string | undefined
  readonly onSave: (typed: string) => void
}

export const TypedSetting = ({ title, text, value, numeric = false, problemOf, onSave }: TypedSettingProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const problem = problemOf(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== value && problem === undefined) onSave(typed)
  }
  return (
    <Setting title={title} text={text}>
      <form className={`setting-typed ${numeric ? 'numeric' : ''}`} onSubmit={submit}>
        <TextField
          label={title}
          className="quiet"
          maxLength={64}
          inputMode={numeric ? 'numeric' : 'text'}
          value={typed}
          problem={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          type="submit"
          aria-label={`${t('settings.save')}: ${title}`}
          disabled={typed === value || problem !== undefined}
        >
          {t('settings.save')}
        </Button>
      </form>
    </Setting>
  )
}
