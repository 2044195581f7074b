/** Not connected: shown instead of the servers in safe mode; the note above every screen ends safe mode. */
import { useTranslation } from 'react-i18next'
import { crash } from '../../state/feeds.js'
import { Icon } from '../theme/icon.js'
import { EmptyState } from './empty-state.js'

export const useIsCareful = (): boolean => crash.use((feed) => feed.value.safeMode)

export const NotConnected = () => {
  const { t } = useTranslation()
  return (
    <EmptyState
      art={<Icon name="plug" size={24} />}
      title={t('crash.notConnectedTitle')}
      text={t('crash.notConnectedText')}
    />
  )
}
