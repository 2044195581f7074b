/** Decide step: the one question of the first run. It sets the quorum of critical actions. */

import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { goToPeople } from '../../state/navigation.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Icon } from '../../ui/theme/icon.js'

const answers = [
  { name: 'one', people: 1, icon: 'person' },
  { name: 'two', people: 2, icon: 'people' },
] as const

export const DecideStep = () => {
  const { t } = useTranslation()
  const criticalQuorum = usePreferences(({ settings }) => settings.criticalQuorum)
  const { error, send } = useRequest()
  const choose = async (people: number) => {
    const result = await send(attempt('settings:change', { criticalQuorum: people }))
    if (result.ok) usePreferences.setState({ settings: result.value })
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
            onClick={() => void choose(people)}
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
      {error && <p role="alert">{t('settings.failed')}</p>}
    </>
  )
}
