/** Name list: a setting that is a list of names, which a person adds and removes. */
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { TextField } from '../../ui/fields/text-field.js'
import { Name } from '../../ui/text/name.js'
import { Icon } from '../../ui/theme/icon.js'
import { Setting } from './setting.js'

export interface NameListProps {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly example?: string
  /** Name of the button, where *Add* says too little. */
  readonly add?: string
  readonly names: readonly string[]
  readonly limits: { readonly characters: number; readonly names: number }
  /** Hides what is typed. */
  readonly isPrivate?: boolean
  readonly onChange: (names: readonly string[]) => void
}

export const NameList = (props: NameListProps) => {
  const { title, text, label, example, names, limits, isPrivate, onChange } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isThere = names.some((known) => known.toLowerCase() === name.toLowerCase())
  const cannotAdd = name === '' || isThere || names.length >= limits.names
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (cannotAdd) return
    onChange([...names, name])
    setTyped('')
  }
  return (
    <Setting tall title={title} text={text}>
      <form className="setting-typed stream-names-add" onSubmit={add}>
        <TextField
          label={label}
          className={isPrivate ? 'private' : ''}
          maxLength={limits.characters}
          value={typed}
          placeholder={example}
          problem={isThere && name !== '' ? t('streaming.nameThere') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" icon="plus" aria-label={props.add} disabled={cannotAdd}>
          {t('streaming.nameAdd')}
        </Button>
      </form>
      {names.length > 0 && (
        <ul className="stream-names">
          {names.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two redacted names may look the same
            <li key={at}>
              <Name text={each} />
              <button
                type="button"
                aria-label={t('streaming.nameRemove', { name: each })}
                onClick={() => onChange(names.filter((_, other) => other !== at))}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Setting>
  )
}
