/** The choice between on and off. */
import { useTranslation } from 'react-i18next'

export type OnOff = 'on' | 'off'

export const onOrOff = (on: boolean): OnOff => (on ? 'on' : 'off')

export const useOnOff = (): readonly { readonly value: OnOff; readonly label: string }[] => {
  const { t } = useTranslation()
  return (['on', 'off'] as const).map((value) => ({ value, label: t(`settings.${value}`) }))
}
