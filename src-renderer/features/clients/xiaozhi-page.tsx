/** XiaoZhi page: connects voice devices through the endpoint of their agent, and shows the state of each. */

import { xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { useTranslation } from 'react-i18next'
import { xiaozhi } from '../../state/feeds.js'
import { Screen } from '../../ui/layout/screen.js'
import { AddXiaozhi } from './add-xiaozhi.js'
import { BackToClients } from './page-frame.js'
import { XiaozhiCard } from './xiaozhi-card.js'
import './voice.css'

export const XiaozhiPage = () => {
  const { t } = useTranslation()
  const { value: endpoints, status } = xiaozhi.use()
  return (
    <Screen title={t('xiaozhi.title')} status={status} bar={<BackToClients />}>
      <div className="client-page">
        <p className="client-page-intro">{t('xiaozhi.intro')}</p>
        {endpoints.map((endpoint) => (
          <XiaozhiCard key={endpoint.id} endpoint={endpoint} />
        ))}
        {endpoints.length < xiaozhiLimits.endpoints && <AddXiaozhi isFirst={endpoints.length === 0} />}
      </div>
    </Screen>
  )
}
