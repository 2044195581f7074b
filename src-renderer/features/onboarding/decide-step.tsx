/** Decide step: who approves critical actions, and how much is asked by default. Both are settings. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choosePosture, isSwitchedByHand, type Posture, postures } from '../../../src-main/contract/built-in-rule.js'
import type { Settings } from '../../../src-main/contract/settings.js'
import { attempt } from '../../bridge.js'
import { goToPeople } from '../../state/place.js'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../../ui/button.js'
import { Choice } from '../../ui/choice.js'
import { Icon } from '../../ui/icon.js'

const answers = [
  { name: 'one', people: 1, icon: 'person' },
  { name: 'two', people: 2, icon: 'people' },
] as const

export const DecideStep = () => {
  const { t } = useTranslation()
  const settings = usePreferences((preferences) => preferences.settings)
  const { criticalQuorum, posture } = settings
  const [failed, setFailed] = useState(false)
  const choose = async (change: Partial<Settings>) => {
    const result = await attempt('settings:change', change)
    if (result.ok) usePreferences.setState({ settings: result.value })
    setFailed(!result.ok)
  }
  const isChosen = (people: number) => (people === 1 ? criticalQuorum === 1 : criticalQuorum > 1)
  return (
    <>
      <div className="onboarding-choices">
        {answers.map(({ name, people, icon }) => (
          <button
            key={name}
            type="button"
            className="onboarding-choice"
            aria-pressed={isChosen(people)}
            onClick={() => void choose({ criticalQuorum: people })}
          >
            <Icon name={isChosen(people) ? 'done' : icon} size={20} />
            <b>{t(`whoDecides.names.${name}`)}</b>
            <span>{t(`whoDecides.texts.${name}`)}</span>
          </button>
        ))}
      </div>
      {criticalQuorum > 1 && (
        <div className="onboarding-play onboarding-more">
          <p>{t('whoDecides.addText')}</p>
          <Button icon="people" onClick={() => goToPeople()}>
            {t('whoDecides.add')}
          </Button>
        </div>
      )}
      <section className="onboarding-posture">
        <h2>{t('posture.title')}</h2>
        <Choice<Posture>
          label={t('posture.title')}
          value={posture}
          options={postures.map((value) => ({ value, label: t(`posture.names.${value}`) }))}
          onChange={(chosen) => void choose(choosePosture(chosen))}
        />
        <p role="status">{t(isSwitchedByHand(settings) ? 'posture.byHand' : `posture.texts.${posture}`)}</p>
      </section>
      {failed && <p role="alert">{t('settings.failed')}</p>}
    </>
  )
}
