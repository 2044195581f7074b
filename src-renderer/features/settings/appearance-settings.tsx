/** Appearance settings: language and theme, and the first steps again. */

import type { Settings } from '@shared/program/settings.js'
import { useTranslation } from 'react-i18next'
import { useIsElsewhere } from '../../state/gateway.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { Choice } from '../../ui/fields/choice.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'

const languages: readonly Settings['language'][] = ['system', 'en', 'zh']
const themes: readonly Settings['theme'][] = ['system', 'light', 'dark']

export const AppearanceSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const isElsewhere = useIsElsewhere()
  return (
    <>
      <Setting title={t('settings.language')} text={t('settings.languageText')}>
        <Choice
          label={t('settings.language')}
          value={settings.language}
          options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
          onChange={(language) => onChange({ language })}
        />
      </Setting>
      <Setting title={t('settings.theme')} text={t('settings.themeText')}>
        <Choice
          label={t('settings.theme')}
          value={settings.theme}
          options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
          onChange={(theme) => onChange({ theme })}
        />
      </Setting>
      {!isElsewhere && (
        <Setting title={t('onboarding.again')} text={t('onboarding.againText')}>
          <Button onClick={() => goTo({ screen: 'welcome' })}>{t('onboarding.againButton')}</Button>
        </Setting>
      )}
    </>
  )
}
