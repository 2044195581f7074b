/** Model prices: what a model costs, so that the daily limits hold; empty until the owner knows. */

import { assumedPrices, type ChatSettings, chatLimits } from '@shared/features/chat.js'
import { useTranslation } from 'react-i18next'
import type { ChatChange } from '../../state/change-settings.js'
import { TypedSetting } from './typed-setting.js'

const price = /^(?:\d{1,5}(?:\.\d{1,4})?)?$/u

interface ModelPricesProps {
  readonly chat: ChatSettings
  readonly onChange: (change: ChatChange) => void
}

export const ModelPrices = ({ chat: { prices }, onChange }: ModelPricesProps) => {
  const { t } = useTranslation()
  const save = (key: 'input' | 'output', typed: string) =>
    onChange((now) => ({
      prices: typed === '' ? null : { ...(now.prices ?? assumedPrices), [key]: Number(typed) },
    }))
  return (['input', 'output'] as const).map((key) => (
    <TypedSetting
      key={key}
      title={t(`chatSettings.prices.${key}`)}
      text={t(`chatSettings.prices.${key}Text`, { assumed: assumedPrices[key] })}
      value={prices ? String(prices[key]) : ''}
      problemOf={(typed) =>
        price.test(typed) && Number(typed) <= chatLimits.dollars ? undefined : t('chatSettings.priceProblem')
      }
      onSave={(typed) => save(key, typed)}
    />
  ))
}
