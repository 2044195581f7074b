/** Stream names: the list of names to redact on a stream. */
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { TextField } from '../../ui/fields/text-field.js'
import { Name } from '../../ui/text/name.js'
import { Icon } from '../../ui/theme/icon.js'
import type { SectionProps } from './section.js'

const longest = 64
const most = 200

export const StreamNames = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const names = settings.streamNames
  const name = typed.trim()
  const isThere = names.some((known) => known.toLowerCase() === name.toLowerCase())
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isThere || names.length >= most) return
    // Other names reload the window, which opens here again.
    goTo({ screen: 'settings', about: 'streaming' })
    onChange({ streamNames: [...names, name] })
    setTyped('')
  }
  return (
    <section className="setting tall">
      <div>
        <h3>{t('streaming.names')}</h3>
        <p>{t('streaming.namesText')}</p>
      </div>
      <form className="setting-typed stream-names-add" onSubmit={add}>
        <TextField
          label={t('streaming.name')}
          className={settings.streamSafe ? 'private' : ''}
          maxLength={longest}
          value={typed}
          placeholder={t('streaming.nameExample')}
          problem={isThere && name !== '' ? t('streaming.nameThere') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" icon="plus" disabled={name === '' || isThere || names.length >= most}>
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
                onClick={() => onChange({ streamNames: names.filter((_, other) => other !== at) })}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
