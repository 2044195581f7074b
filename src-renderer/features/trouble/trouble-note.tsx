/**
 * Trouble note: says above every screen that the last run ended badly, or that this page had to be loaded again, and
 * what that means for what was open.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { trouble } from '../../state/trouble.js'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../../ui/copy-button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import './trouble.css'

export const TroubleNote = () => {
  const { t, i18n } = useTranslation()
  const { last, careful } = trouble.use((feed) => feed.value)
  const [reloaded, setReloaded] = useState(() => new URLSearchParams(window.location.search).has('again'))
  const [error, setError] = useState<ContractError>()
  if (!last && !careful && !reloaded) return null

  const ask = async (channel: 'trouble:put-away' | 'trouble:connect' | 'trouble:show-log') => {
    const result = await attempt(channel)
    setError(result.ok ? undefined : result.error)
    trouble.refresh()
    if (channel === 'trouble:put-away') setReloaded(false)
  }
  const when =
    last &&
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(last.at))

  return (
    <section className="trouble" aria-label={t('trouble.label')}>
      <Icon name="warning" />
      <div className="trouble-words" role="status">
        <strong>
          {last
            ? t(last.why === 'bug' ? 'trouble.bugTitle' : 'trouble.unknownTitle')
            : careful
              ? t('trouble.carefulTitle')
              : t('trouble.reloadedTitle')}
        </strong>
        <p>{last ? t('trouble.lastText', { when }) : reloaded ? t('trouble.reloadedText') : null}</p>
        {careful && <p>{t('trouble.carefulText')}</p>}
        {last && (
          <p className="trouble-log">
            {t('trouble.log')} <span className="mono">{last.log}</span>
          </p>
        )}
        {error && <ErrorNote error={error} quiet />}
      </div>
      <div className="trouble-acts">
        {careful && (
          <Button size="s" tone="go" onClick={() => void ask('trouble:connect')}>
            {t('trouble.connect')}
          </Button>
        )}
        <CopyButton label={t('trouble.copyReport')} onCopy={async () => (await attempt('trouble:copy-report')).ok} />
        <Button size="s" onClick={() => void ask('trouble:show-log')}>
          {t('trouble.showLog')}
        </Button>
        {(last || reloaded) && (
          <Button size="s" onClick={() => void ask('trouble:put-away')}>
            {t('trouble.putAway')}
          </Button>
        )}
      </div>
    </section>
  )
}
