/** Unaccepted: a note that actions of servers wait for acceptance, with a link to them. */
import { useTranslation } from 'react-i18next'
import { useStableServers } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { unacceptedOf, withUnaccepted } from '../../state/unaccepted.js'
import { Button } from '../../ui/buttons/button.js'
import { useServerName } from '../../ui/names/server-name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import './unaccepted.css'

export const Unaccepted = () => {
  const { t } = useTranslation()
  const known = useStableServers()
  const nameOf = useServerName()
  const waiting = withUnaccepted(known)
  if (waiting.length === 0) return null
  return (
    <div className="unaccepted">
      <Icon name="shield" size={14} />
      <div>
        <b>{t('review.title', { count: unacceptedOf(waiting) })}</b>
        <p className="untrusted">{waiting.map((server) => visibleText(nameOf(server))).join(', ')}</p>
      </div>
      <Button size="s" onClick={() => goTo({ screen: 'servers' })}>
        {t('review.open')}
      </Button>
    </div>
  )
}
