/**
 * Crash note: shows above every screen that the last run crashed or that this page was reloaded, and the effect on open
 * requests.
 */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { crash } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import { dayAndTime } from '../../ui/time/clock-time.js'
import './crash.css'

export const CrashNote = () => {
  const { t, i18n } = useTranslation()
  const { last, safeMode } = crash.use((feed) => feed.value)
  const [reloaded, setReloaded] = useState(() => new URLSearchParams(window.location.search).has('again'))
  const { error, send } = useRequest()
  if (!last && !safeMode && !reloaded) return null

  const ask = async (channel: 'crash:dismiss' | 'crash:connect' | 'crash:show-log') => {
    await send(attempt(channel))
    crash.refresh()
    if (channel === 'crash:dismiss') setReloaded(false)
  }
  const when = last && dayAndTime(last.at, i18n.language)

  return (
    <section className="crash" aria-label={t('crash.label')}>
      <Icon name="warning" />
      <div className="crash-words" role="status">
        <strong>
          {last
            ? t(last.why === 'bug' ? 'crash.bugTitle' : 'crash.unknownTitle')
            : safeMode
              ? t('crash.safeModeTitle')
              : t('crash.reloadedTitle')}
        </strong>
        <p>{last ? t('crash.lastText', { when }) : reloaded ? t('crash.reloadedText') : null}</p>
        {safeMode && <p>{t('crash.safeModeText')}</p>}
        {last && (
          <p className="crash-log">
            {t('crash.log')} <span className="mono">{last.log}</span>
          </p>
        )}
        {error && <ErrorNote error={error} quiet />}
      </div>
      <div className="crash-actions">
        {safeMode && (
          <Button size="s" tone="go" onClick={() => void ask('crash:connect')}>
            {t('crash.connect')}
          </Button>
        )}
        <CopyButton label={t('crash.copyReport')} onCopy={async () => (await attempt('crash:copy-report')).ok} />
        <Button size="s" onClick={() => void ask('crash:show-log')}>
          {t('crash.showLog')}
        </Button>
        {(last || reloaded) && (
          <Button size="s" onClick={() => void ask('crash:dismiss')}>
            {t('crash.dismiss')}
          </Button>
        )}
      </div>
    </section>
  )
}
