/** Failed part: replaces a screen, or a part of one, that failed to render. It never looks like an approval. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { Button } from '../buttons/button.js'
import { CopyButton } from '../buttons/copy-button.js'
import { EmptyState } from '../messages/empty-state.js'
import './failed-part.css'
import { Icon } from '../theme/icon.js'

interface FailedProps {
  readonly onAgain: () => void
}

const copyReport = async () => (await attempt('crash:copy-report')).ok

export const FailedScreen = ({ onAgain }: FailedProps) => {
  const { t } = useTranslation()
  return (
    <main className="failed-screen">
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <div role="alert">
        <EmptyState art={<Icon name="warning" size={28} />} title={t('crash.screenTitle')} text={t('crash.screenText')}>
          <Button tone="go" autoFocus onClick={onAgain}>
            {t('crash.again')}
          </Button>
          <CopyButton label={t('crash.copyReport')} onCopy={copyReport} />
        </EmptyState>
      </div>
    </main>
  )
}

export const FailedPart = ({ onAgain }: FailedProps) => {
  const { t } = useTranslation()
  return (
    <div className="failed-part" role="alert">
      <Icon name="warning" />
      <span>{t('crash.partText')}</span>
      <Button size="s" onClick={onAgain}>
        {t('crash.again')}
      </Button>
    </div>
  )
}
