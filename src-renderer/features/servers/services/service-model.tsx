/** Service model: whether a service may ask the AI model of the chat; each request is approved on its own. */

import { isModelChosen } from '@shared/features/chat.js'
import { useTranslation } from 'react-i18next'
import { changeSettings } from '../../../state/change-settings.js'
import { usePreferences } from '../../../state/preferences.js'
import { Switch } from '../../../ui/fields/switch.js'

export const ServiceModel = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation()
  const { serviceModels, chat } = usePreferences((state) => state.settings)
  const on = serviceModels.includes(name)
  const change = (next: boolean) =>
    void changeSettings(({ serviceModels: now }) => ({
      serviceModels: next ? [...now.filter((one) => one !== name), name] : now.filter((one) => one !== name),
    }))
  return (
    <div className="service-model">
      <div>
        <b>{t('services.model.title')}</b>
        <p>{t(isModelChosen(chat.model) ? 'services.model.text' : 'services.model.none')}</p>
      </div>
      <Switch label={t('services.model.title')} on={on} onChange={change} />
    </div>
  )
}
