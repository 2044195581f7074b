/**
 * Who decides note: asks the owner who decides about critical actions, when one was requested and the setting is missing.
 *
 * Until then one person decides by typing the name, so that no call is refused because a second person is missing.
 */

import { isQuorumUnset } from '@shared/program/settings.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { approvals } from '../../state/feeds.js'
import { useLive } from '../../state/live.js'
import { goToPeople } from '../../state/navigation.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Gap } from '../../ui/text/gap.js'
import { Icon } from '../../ui/theme/icon.js'
import './who-decides-note.css'

export const WhoDecidesNote = () => {
  const { t } = useTranslation()
  const unsaid = usePreferences(({ settings }) => isQuorumUnset(settings))
  const asked = approvals.use(({ value }) => value.some(({ risk }) => risk === 'critical'))
  const called = useLive(({ calls }) => calls.some(({ risk }) => risk === 'critical'))
  const [dismissed, setDismissed] = useState(false)
  const { error, send } = useRequest()
  if (!unsaid || dismissed || !(asked || called)) return null
  const choose = async (criticalQuorum: number) => {
    const result = await send(attempt('settings:change', { criticalQuorum }))
    if (!result.ok) return
    usePreferences.setState({ settings: result.value })
    if (criticalQuorum > 1) goToPeople()
  }
  return (
    <section className="who-decides" aria-label={t('whoDecides.title')}>
      <Icon name="people" />
      <p>
        <strong>{t('whoDecides.question')}</strong>
        <Gap />
        {t('whoDecides.until')}
        {error && <span role="alert">{t('settings.failed')}</span>}
      </p>
      <Button size="s" onClick={() => void choose(1)}>
        {t('whoDecides.names.one')}
      </Button>
      <Button size="s" onClick={() => void choose(2)}>
        {t('whoDecides.names.two')}
      </Button>
      <Button
        size="s"
        tone="quiet"
        icon="close"
        aria-label={t('whoDecides.dismiss')}
        onClick={() => setDismissed(true)}
      />
    </section>
  )
}
