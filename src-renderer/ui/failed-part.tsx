/** Failed part: what stands where a screen, or a part of one, could not be drawn. Guards that nobody takes it for a yes. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { Button } from './button.js'
import { CopyButton } from './copy-button.js'
import { EmptyState } from './empty-state.js'
import './failed-part.css'
import { Icon } from './icon.js'

interface FailedProps {
  readonly onAgain: () => void
}

const copyReport = async () => (await attempt('trouble:copy-report')).ok

export const FailedScreen = ({ onAgain }: FailedProps) => {
  const { t } = useTranslation()
  return (
    <main className="failed-screen">
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <div role="alert">
        <EmptyState
          art={<Icon name="warning" size={28} />}
          title={t('trouble.screenTitle')}
          text={t('trouble.screenText')}
        >
          <Button tone="go" autoFocus onClick={onAgain}>
            {t('trouble.again')}
          </Button>
          <CopyButton label={t('trouble.copyReport')} onCopy={copyReport} />
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
      <span>{t('trouble.partText')}</span>
      <Button size="s" onClick={onAgain}>
        {t('trouble.again')}
      </Button>
    </div>
  )
}
