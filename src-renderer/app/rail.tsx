/** Rail: the way from screen to screen. */
import { useTranslation } from 'react-i18next'
import { approvals } from '../state/feeds.js'
import { GateMark, Icon } from '../ui/icon.js'
import './rail.css'
import { type ScreenName, screenNames, screens } from './screens.js'

export interface RailProps {
  readonly shown: ScreenName
  readonly onShow: (screen: ScreenName) => void
}

export const Rail = ({ shown, onShow }: RailProps) => {
  const { t } = useTranslation()
  const waiting = approvals.use((feed) => feed.value.length)
  return (
    <nav className="rail" aria-label={t('nav.label')}>
      <div className="rail-brand">
        <GateMark />
        {t('app.name')}
      </div>
      {screenNames.map((screen) => (
        <button
          key={screen}
          type="button"
          className={`rail-link ${screens[screen].apart ? 'apart' : ''}`}
          aria-current={screen === shown ? 'page' : undefined}
          aria-describedby={screen === 'approvals' && waiting > 0 ? 'rail-waiting' : undefined}
          onClick={() => onShow(screen)}
        >
          <Icon name={screens[screen].icon} />
          {t(`nav.${screen}`)}
          {screen === 'approvals' && waiting > 0 && (
            <span className="rail-count" aria-hidden="true">
              {waiting > 99 ? '99+' : waiting}
            </span>
          )}
        </button>
      ))}
      <span id="rail-waiting" className="visually-hidden">
        {t('approvals.waiting', { count: waiting })}
      </span>
    </nav>
  )
}
