/** Stream switch: stream-safe mode in one click, in sight from every screen. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { usePreferences } from '../../state/preferences.js'
import { Icon } from '../../ui/icon.js'
import './stream-switch.css'

export const StreamSwitch = () => {
  const { t } = useTranslation()
  const on = usePreferences(({ settings }) => settings.streamSafe)
  const [failed, setFailed] = useState(false)
  const toggle = async () => setFailed(!(await attempt('settings:change', { streamSafe: !on })).ok)
  return (
    <div className="stream-switch-place">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        className="stream-switch"
        title={t('streaming.safeText')}
        onClick={() => void toggle()}
      >
        <Icon name="covered" />
        {t('streaming.short')}
        <span className="stream-switch-knob" aria-hidden="true" />
      </button>
      {failed && (
        <span className="stream-switch-failed" role="alert">
          {t('settings.failed')}
        </span>
      )}
    </div>
  )
}
