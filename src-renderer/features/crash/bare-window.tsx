/** Bare window: the minimal page after repeated crashes, so that no screen can crash it again. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/buttons/button.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { GateMark } from '../../ui/theme/icon.js'
import './crash.css'

export const BareWindow = ({ onAgain }: { readonly onAgain: () => void }) => {
  const { t } = useTranslation()
  return (
    <main className="failed-screen">
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <EmptyState art={<GateMark size={28} />} title={t('crash.bareTitle')} text={t('crash.bareText')}>
        <Button tone="go" onClick={onAgain}>
          {t('crash.again')}
        </Button>
        <Button onClick={() => void attempt('crash:show-log')}>{t('crash.showLog')}</Button>
        <CopyButton label={t('crash.copyReport')} onCopy={async () => (await attempt('crash:copy-report')).ok} />
      </EmptyState>
    </main>
  )
}
