/** Question settings: how the pop-up appears, who sees it, and its keys. */

import { defaultSettings, popUpModes } from '@shared/program/settings.js'
import { useTranslation } from 'react-i18next'
import { desktop } from '../../state/feeds.js'
import { usePreferences } from '../../state/preferences.js'
import { Choice } from '../../ui/fields/choice.js'
import { KeysSetting } from './keys-setting.js'
import { OnOff } from './on-off.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { OnOffSetting } from './switch-setting.js'

export const QuestionSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { questionKeys } = desktop.use((feed) => feed.value)
  const canHideFromCapture = usePreferences(({ info }) => info?.canHideFromCapture !== false)
  const { popUp, hideFromCapture, questionShortcut } = settings
  const taken = questionKeys.accelerator === questionShortcut && !questionKeys.works && questionShortcut !== ''
  return (
    <>
      <Setting title={t('desktop.popUp')} text={t(`desktop.popUpText.${popUp}`)}>
        <Choice
          label={t('desktop.popUp')}
          value={popUp}
          options={popUpModes.map((value) => ({ value, label: t(`desktop.popUps.${value}`) }))}
          onChange={(chosen) => onChange({ popUp: chosen })}
        />
      </Setting>
      {canHideFromCapture ? (
        <OnOffSetting
          title={t('desktop.capture')}
          text={t('desktop.captureText')}
          on={hideFromCapture}
          lower={{ value: 'off', text: t('desktop.lowerCapture') }}
          onChange={(on) => onChange({ hideFromCapture: on })}
        />
      ) : (
        <Setting title={t('desktop.capture')} text={t('desktop.captureText')} cannot={t('desktop.captureCannot')}>
          <OnOff label={t('desktop.capture')} on={false} disabled onChange={() => {}} />
        </Setting>
      )}
      <KeysSetting
        title={t('desktop.keys')}
        text={t('desktop.keysText')}
        value={questionShortcut}
        first={defaultSettings.questionShortcut}
        taken={taken}
        problemOf={(recorded) => (recorded === settings.panicShortcut ? t('desktop.keysStop') : undefined)}
        onSave={(keys) => onChange({ questionShortcut: keys })}
      />
    </>
  )
}
