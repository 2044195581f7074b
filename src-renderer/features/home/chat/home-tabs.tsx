/** Home tabs: what happens on the servers, or what players and the AI say. */
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../ui/fields/choice.js'

export const homeTabs = ['events', 'chat'] as const
export type HomeTab = (typeof homeTabs)[number]

export interface HomeTabsProps {
  readonly tab: HomeTab
  readonly onTab: (tab: HomeTab) => void
}

export const HomeTabs = ({ tab, onTab }: HomeTabsProps) => {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('chatTab.tabs')}
      value={tab}
      options={homeTabs.map((value) => ({ value, label: t(`chatTab.tab.${value}`) }))}
      onChange={onTab}
    />
  )
}
