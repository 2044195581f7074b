/** On or off: the choice between the two. */
import { useTranslation } from 'react-i18next'
import { Choice, type ChoiceProps } from '../../ui/fields/choice.js'

export const useOnOff = () => {
  const { t } = useTranslation()
  return (['on', 'off'] as const).map((value) => ({ value, label: t(`settings.${value}`) }))
}

export interface OnOffProps extends Pick<ChoiceProps<string>, 'label' | 'disabled'> {
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export const OnOff = ({ on, onChange, ...choice }: OnOffProps) => (
  <Choice {...choice} value={on ? 'on' : 'off'} options={useOnOff()} onChange={(chosen) => onChange(chosen === 'on')} />
)
