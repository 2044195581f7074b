/** Bare window: all that is drawn when the page died again and again, so that no screen can bring it down once more. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../../ui/copy-button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { GateMark } from '../../ui/icon.js'
import './trouble.css'

export const BareWindow = ({ onAgain }: { readonly onAgain: () => void }) => {
  const { t } = useTranslation()
  return (
    <main className="failed-screen">
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <EmptyState art={<GateMark size={28} />} title={t('trouble.bareTitle')} text={t('trouble.bareText')}>
        <Button tone="go" onClick={onAgain}>
          {t('trouble.again')}
        </Button>
        <Button onClick={() => void attempt('trouble:show-log')}>{t('trouble.showLog')}</Button>
        <CopyButton label={t('trouble.copyReport')} onCopy={async () => (await attempt('trouble:copy-report')).ok} />
      </EmptyState>
    </main>
  )
}
