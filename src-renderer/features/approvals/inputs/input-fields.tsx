/** Input fields: the form of a service, each field with its constraints and its validation error. */

import type { InputField, InputProblem } from '@shared/approvals/input-form.js'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/fields/select-field.js'
import { Switch } from '../../../ui/fields/switch.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { LongText } from '../../../ui/text/long-text.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import type { InputDraft } from './input-draft.js'

export interface InputFieldsProps {
  readonly fields: readonly InputField[]
  readonly draft: InputDraft
  readonly problems: ReadonlyMap<string, InputProblem>
  readonly onChange: (name: string, entered: InputDraft[string]) => void
}

export const InputFields = ({ fields, draft, problems, onChange }: InputFieldsProps) => (
  <div className="input-fields">
    {fields.map((field) => (
      <Field
        key={field.name}
        field={field}
        entered={draft[field.name]}
        problem={problems.get(field.name)}
        onChange={(entered) => onChange(field.name, entered)}
      />
    ))}
  </div>
)

interface FieldProps {
  readonly field: InputField
  readonly entered: InputDraft[string] | undefined
  readonly problem: InputProblem | undefined
  readonly onChange: (entered: InputDraft[string]) => void
}

const Field = (props: FieldProps) => {
  const { t } = useTranslation()
  const { field, problem } = props
  const wrong = problem && t(`inputs.problem.${problem.why}`, { ...problem })
  const label = visibleText(field.title)
  return (
    <div className={`input-field ${wrong ? 'wrong' : ''}`}>
      <Control {...props} label={field.isRequired ? label : t('inputs.optional', { label })} wrong={wrong} />
      {field.description && (
        <LongText text={visibleText(field.description)} limit={200} expandable className="input-help" />
      )}
    </div>
  )
}

interface ControlProps extends FieldProps {
  readonly label: string
  readonly wrong: string | undefined
}

const Control = ({ field, entered, label, wrong, onChange }: ControlProps) => {
  const { t } = useTranslation()
  const id = useId()
  switch (field.kind) {
    case 'boolean':
      return (
        <div className="input-switch">
          <span aria-hidden="true">{label}</span>
          <Switch label={label} on={entered === true} onChange={onChange} />
        </div>
      )
    case 'choice':
      return (
        <>
          <SelectField
            label={label}
            value={String(entered ?? '')}
            options={[
              { value: '', label: t('inputs.choose') },
              ...field.options.map(({ value, title }) => ({ value, label: visibleText(title) })),
            ]}
            onChoose={onChange}
            aria-invalid={wrong !== undefined}
          />
          {wrong && <p className="input-wrong">{wrong}</p>}
        </>
      )
    case 'choices': {
      const chosen = Array.isArray(entered) ? (entered as readonly string[]) : []
      return (
        <fieldset className="input-choices" aria-describedby={wrong ? id : undefined}>
          <legend>{label}</legend>
          {field.options.map(({ value, title }) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
              />
              <bdi className="untrusted">{visibleText(title)}</bdi>
            </label>
          ))}
          {wrong && (
            <p className="input-wrong" id={id}>
              {wrong}
            </p>
          )}
        </fieldset>
      )
    }
    case 'text':
    case 'number':
      return (
        <TextField
          label={label}
          value={String(entered ?? '')}
          hint={hintOf(field, t)}
          problem={wrong}
          inputMode={field.kind === 'number' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

/** The constraints of the field. */
function hintOf(field: Extract<InputField, { kind: 'text' | 'number' }>, t: TFunction): string | undefined {
  if (field.kind === 'text') return field.format && t(`inputs.format.${field.format}`)
  const { minimum, maximum } = field
  if (minimum !== undefined && maximum !== undefined) return t('inputs.between', { minimum, maximum })
  if (minimum !== undefined) return t('inputs.atLeast', { minimum })
  return maximum === undefined ? undefined : t('inputs.atMost', { maximum })
}
