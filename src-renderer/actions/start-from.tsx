/** Start from: chooses for every action at once, after showing what that changes. */
import { type ActionChoice, actionChoices } from '@shared/servers/action-choice.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/buttons/button.js'
import { SelectField } from '../ui/fields/select-field.js'
import { visibleText } from '../ui/text/visible-text.js'
import { changesOf, currentPreset, orderFor, type Preset, presets } from './presets.js'
import type { ActionPart } from './rows.js'
import type { Standings } from './use-standings.js'

/** Applies a preset; each choice is one order. Resolves to whether all of it was done. */
export const startFrom = async (
  preset: Preset,
  parts: readonly ActionPart[],
  choose: Standings['choose'],
): Promise<boolean> => {
  const changes = changesOf(preset, parts)
  // The strictest first: if one fails, nothing is milder than before.
  for (const choice of [...actionChoices].reverse()) {
    const some = changes.filter((change) => change.choice === choice).map(({ part }) => part)
    if (some.length > 0 && !(await choose(orderFor(preset, choice), some))) return false
  }
  return true
}

export interface StartFromProps extends Pick<Standings, 'parts' | 'busy' | 'choose'> {
  readonly wanted: Preset | undefined
  readonly onWant: (preset: Preset | undefined) => void
}

export const StartFromField = ({ parts, wanted, onWant }: StartFromProps) => {
  const { t } = useTranslation()
  const current = currentPreset(parts)
  return (
    <SelectField
      label={t('may.startFrom')}
      value={wanted ?? current ?? 'own'}
      options={[
        ...(current === undefined ? [{ value: 'own' as const, label: t('may.preset.own') }] : []),
        ...presets.map((preset) => ({ value: preset, label: t(`may.preset.${preset}`) })),
      ]}
      onChoose={(preset) => onWant(preset === 'own' || preset === current ? undefined : preset)}
    />
  )
}

/** What the chosen preset would change; nothing is changed yet. */
export const StartFromChanges = ({ parts, wanted, onWant, busy, choose }: StartFromProps) => {
  const { t } = useTranslation()
  const [going, setGoing] = useState(false)
  if (wanted === undefined) return null
  const changes = changesOf(wanted, parts)
  const namesOf = (choice: ActionChoice): string =>
    changes
      .filter((change) => change.choice === choice)
      .map(({ part }) => visibleText(part.name))
      .join(t('may.comma'))
  const apply = async () => {
    setGoing(true)
    const done = await startFrom(wanted, parts, choose)
    setGoing(false)
    if (done) onWant(undefined)
  }
  return (
    <section className="may-preview" aria-label={t(`may.preset.${wanted}`)}>
      <p>
        <b>{t(`may.preset.${wanted}`)}</b> {t(`may.presetText.${wanted}`)}
      </p>
      {changes.length === 0 && <p>{t('may.noChange')}</p>}
      {actionChoices
        .filter((choice) => namesOf(choice) !== '')
        .map((choice) => (
          <p key={choice}>
            <b>{t(`may.choice.${choice}`)}</b> {namesOf(choice)}
          </p>
        ))}
      <div className="may-preview-buttons">
        <Button size="s" onClick={() => onWant(undefined)}>
          {t('may.cancel')}
        </Button>
        <Button size="s" tone="go" disabled={busy || going || changes.length === 0} onClick={() => void apply()}>
          {t('may.apply', { count: changes.length })}
        </Button>
      </div>
    </section>
  )
}
