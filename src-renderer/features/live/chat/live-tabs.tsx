/** Live tabs: what happens on the servers, or what players and the AI say. */
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../ui/fields/choice.js'

export const liveTabs = ['events', 'chat'] as const
export type LiveTab = (typeof liveTabs)[number]

export interface LiveTabsProps {
  readonly tab: LiveTab
  readonly onTab: (tab: LiveTab) => void
}

export const LiveTabs = ({ tab, onTab }: LiveTabsProps) => {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('chatTab.tabs')}
      value={tab}
      options={liveTabs.map((value) => ({ value, label: t(`chatTab.tab.${value}`) }))}
      onChange={onTab}
    />
  )
}
