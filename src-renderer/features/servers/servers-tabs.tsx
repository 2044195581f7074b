/** Servers tabs: Minecraft servers, or other MCP servers behind Gatehouse. */
import { useTranslation } from 'react-i18next'
import { goTo } from '../../state/navigation.js'
import { Choice } from '../../ui/fields/choice.js'

const tabs = ['minecraft', 'services'] as const

export const ServersTabs = ({ tab }: { readonly tab: (typeof tabs)[number] }) => {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('services.tabs')}
      value={tab}
      options={tabs.map((value) => ({ value, label: t(`services.tab.${value}`) }))}
      onChange={(chosen) => goTo({ screen: 'servers', ...(chosen === 'services' && { tab: chosen }) })}
    />
  )
}
