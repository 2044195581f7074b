/**
 * Start with the defaults: one click for a server of which nothing was ever started.
 *
 * Guards invariant 4: what was on the screen is started, each with its fingerprint; what may mislead an AI stays off.
 */
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/buttons/button.js'
import { startable } from './presets.js'
import { startFrom } from './start-from.js'
import type { Standings } from './use-standings.js'

export const StartWithDefaults = ({ parts, busy, choose }: Pick<Standings, 'parts' | 'busy' | 'choose'>) => {
  const { t } = useTranslation()
  const waiting = startable(parts)
  if (waiting.length === 0) return null
  return (
    <section className="may-start" aria-label={t('may.start')}>
      <p>{t('may.startText', { count: waiting.length })}</p>
      <Button tone="go" disabled={busy} onClick={() => void startFrom('balanced', waiting, choose)}>
        {t('may.start')}
      </Button>
    </section>
  )
}
