/** Typed field: what a person types or chooses in one field: a text, a number, yes or no, one of several, or JSON. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { shortened, visibleText } from '../../../ui/text/visible-text.js'
import type { Field } from './field.js'
import { Frame, type PartProps, useProblem } from './form-frame.js'

export const choiceLimit = 60

export const Typed = ({ field, draft, problems, path, label, required, onChange }: PartProps) => {
  const { t } = useTranslation()
  const id = useId()
  const problem = useProblem(problems, path)
  if (draft.kind !== 'typed') return null
  const typed = (text: string) => onChange({ kind: 'typed', text })
  const said = [problem && `${id}-problem`, field.meaning && `${id}-meaning`].filter(Boolean).join(' ') || undefined
  const about = { id, 'aria-invalid': problem !== undefined, 'aria-describedby': said }
  const frame = { id, path, label, required, meaning: field.meaning, problem }
  const left = { value: '', label: t(required ? 'manifests.choose' : 'manifests.leftOut') }
  if (field.kind === 'boolean' || field.kind === 'choice') {
    const options =
      field.kind !== 'choice'
        ? ['true', 'false'].map((value) => ({ value, label: t(`manifests.yesNo.${value}`) }))
        : field.choices.map((choice, at) => ({
            value: String(at),
            label: shortened(visibleText(typeof choice === 'string' ? choice : JSON.stringify(choice)), choiceLimit),
          }))
    return (
      <Frame {...frame}>
        <select {...about} value={draft.text} onChange={(event) => typed(event.target.value)}>
          {[left, ...options].map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </Frame>
    )
  }
  if (field.kind === 'json') {
    return (
      <Frame {...frame}>
        <textarea
          {...about}
          className="mono"
          rows={Math.min(10, Math.max(2, draft.text.split('\n').length))}
          spellCheck={false}
          placeholder={t('manifests.asJson')}
          value={draft.text}
          onChange={(event) => typed(event.target.value)}
        />
      </Frame>
    )
  }
  return (
    <Frame {...frame}>
      <input
        {...about}
        type="text"
        inputMode={field.kind === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder={field.kind === 'number' ? boundsOf(field) : undefined}
        value={draft.text}
        onChange={(event) => typed(event.target.value)}
      />
    </Frame>
  )
}

const boundsOf = ({ least, most }: Extract<Field, { kind: 'number' }>): string | undefined =>
  least !== undefined && most !== undefined ? `${least}–${most}` : undefined
