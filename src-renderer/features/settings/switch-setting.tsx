/** Switch: a choice of two, of which one may need a second click because it makes the program less safe. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../ui/fields/choice.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { useOnOff } from './on-off.js'
import { Setting } from './setting.js'

export interface SwitchSettingProps<T extends string> {
  readonly title: string
  readonly text: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  /** The value that lowers safety, and what it brings. */
  readonly lower?: { readonly value: T; readonly text: string }
  readonly onChange: (value: T) => void
}

export const SwitchSetting = <T extends string>(props: SwitchSettingProps<T>) => {
  const { title, text, value, options, lower, onChange } = props
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Setting title={title} text={text}>
        <Choice
          label={title}
          value={value}
          options={options}
          onChange={(next) => {
            const lowers = next === lower?.value
            setAsking(lowers)
            if (!lowers) onChange(next)
          }}
        />
      </Setting>
      {asking && lower && (
        <div className="setting-sure">
          <Confirm
            question={t('settings.lower')}
            text={lower.text}
            keep={t('settings.lowerKeep')}
            act={t('settings.lowerSure')}
            onKeep={() => setAsking(false)}
            onAct={() => {
              setAsking(false)
              onChange(lower.value)
            }}
          />
        </div>
      )}
    </>
  )
}

export interface OnOffSettingProps extends Omit<SwitchSettingProps<'on' | 'off'>, 'value' | 'options' | 'onChange'> {
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export const OnOffSetting = ({ on, onChange, ...setting }: OnOffSettingProps) => (
  <SwitchSetting
    {...setting}
    value={on ? 'on' : 'off'}
    options={useOnOff()}
    onChange={(chosen) => onChange(chosen === 'on')}
  />
)
