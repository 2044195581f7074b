/** Bot names: accounts that a program or an AI writes with, and that never count as viewers. */
import { audienceSettingLimits } from '@shared/streaming/audience.js'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'

interface BotNamesProps {
  readonly names: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}

export const BotNames = ({ names, onChange }: BotNamesProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isThere = names.some((known) => known.toLowerCase() === name.toLowerCase())
  const isUseless = name === '' || isThere || names.length >= audienceSettingLimits.bots
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isUseless) return
    onChange([...names, name])
    setTyped('')
  }
  return (
    <section className="setting tall">
      <div>
        <h3>{t('viewers.bots.title')}</h3>
        <p>{t('viewers.bots.text')}</p>
      </div>
      <form className="setting-typed stream-names-add" onSubmit={add}>
        <TextField
          label={t('viewers.bots.name')}
          maxLength={64}
          value={typed}
          problem={isThere && name !== '' ? t('streaming.nameThere') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" icon="plus" aria-label={t('viewers.bots.add')} disabled={isUseless}>
          {t('streaming.nameAdd')}
        </Button>
      </form>
      {names.length > 0 && (
        <ul className="stream-names">
          {names.map((each) => (
            <li key={each}>
              <Name text={each} />
              <button
                type="button"
                aria-label={t('streaming.nameRemove', { name: each })}
                onClick={() => onChange(names.filter((other) => other !== each))}
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
