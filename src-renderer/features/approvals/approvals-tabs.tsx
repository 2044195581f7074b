/** Approvals tabs: waiting requests, and rules. */
import { useTranslation } from 'react-i18next'
import { goTo, goToRules } from '../../state/navigation.js'
import { Choice } from '../../ui/fields/choice.js'

const tabs = ['requests', 'rules'] as const

export const ApprovalsTabs = ({ tab }: { readonly tab: (typeof tabs)[number] }) => {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('approvals.tabs')}
      value={tab}
      options={tabs.map((value) => ({ value, label: t(`approvals.tab.${value}`) }))}
      onChange={(chosen) => (chosen === 'rules' ? goToRules() : goTo({ screen: 'approvals' }))}
    />
  )
}
