/** Not connected: stands where servers would be after a careful start; the note above every screen is the way out of that. */
import { useTranslation } from 'react-i18next'
import { trouble } from '../state/trouble.js'
import { EmptyState } from './empty-state.js'
import { Icon } from './icon.js'

export const useIsCareful = (): boolean => trouble.use((feed) => feed.value.careful)

export const NotConnected = () => {
  const { t } = useTranslation()
  return (
    <EmptyState
      art={<Icon name="plug" size={24} />}
      title={t('trouble.notConnectedTitle')}
      text={t('trouble.notConnectedText')}
    />
  )
}
