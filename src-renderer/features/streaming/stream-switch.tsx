/** Stream switch: turns stream-safe mode on or off from every screen, and says when OBS did. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { obs as obsFeed } from '../../state/feeds.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { NarrowTooltip } from '../../ui/layout/tooltip.js'
import { Icon } from '../../ui/theme/icon.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import './stream-switch.css'

export const StreamSwitch = () => {
  const { t } = useTranslation()
  const on = usePreferences(({ settings }) => settings.streamSafe)
  const turned = obsFeed.use((feed) => feed.value.turned)
  const { error, send } = useRequest()
  return (
    <div className="stream-switch-place">
      <NarrowTooltip text={t('streaming.short')}>
        <button
          type="button"
          role="switch"
          aria-checked={on}
          className="stream-switch"
          title={t('streaming.safeText')}
          onClick={() => void send(attempt('stream:switch', { on: !on }))}
        >
          <Icon name="redacted" />
          <span className="rail-words">{t('streaming.short')}</span>
          <span className="stream-switch-knob" aria-hidden="true" />
        </button>
      </NarrowTooltip>
      {turned && on === (turned.result === 'switched') && (
        <span className={`stream-switch-by rail-words ${on ? '' : 'failed'}`} role="status">
          {t(on ? 'streaming.byObs' : 'streaming.notByObs', { time: minuteTime(turned.at) })}
        </span>
      )}
      {error && (
        <span className="stream-switch-failed" role="alert">
          {t('settings.failed')}
        </span>
      )}
    </div>
  )
}
