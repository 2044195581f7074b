/** Start with the computer: asked once, at the end of the first steps; the settings have it too. */

import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { desktop } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { ErrorNote } from '../../ui/messages/error-note.js'

export const StartWithComputer = () => {
  const { t } = useTranslation()
  const startsAtLogin = desktop.use((feed) => feed.value.startsAtLogin)
  const { busy, error, send } = useRequest()
  // The system of this computer has no such list.
  if (startsAtLogin === null) return null
  const choose = async (on: boolean) => {
    await send(attempt('desktop:start-at-login', { on }))
    desktop.refresh()
  }
  return (
    <p className="onboarding-start">
      <label>
        <input type="checkbox" checked={startsAtLogin} disabled={busy} onChange={() => void choose(!startsAtLogin)} />
        {t('onboarding.startWithComputer')}
      </label>
      {error && <ErrorNote error={error} />}
    </p>
  )
}
