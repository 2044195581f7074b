/** First steps: what will appear here, and the two things to do before it can. */

import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { GateMark } from '../../ui/theme/icon.js'
import './first-steps.css'

export const FirstSteps = () => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const addDemo = () => send(attempt('servers:add-demo'))
  return (
    <EmptyState art={<GateMark size={28} />} title={t('first.title')} text={t('first.text')}>
      <ol className="first-steps">
        <li>
          <span className="first-steps-number">1</span>
          <div>
            <h3>{t('first.serverTitle')}</h3>
            <p>{t('first.serverText')}</p>
            <div className="first-steps-buttons">
              <Button tone="go" icon="plus" onClick={() => goTo({ screen: 'servers', adding: true })}>
                {t('servers.add')}
              </Button>
              <Button icon="world" disabled={busy} onClick={() => void addDemo()}>
                {t('servers.addDemo')}
              </Button>
            </div>
            {error && <ErrorNote error={error} />}
          </div>
        </li>
        <li>
          <span className="first-steps-number">2</span>
          <div>
            <h3>{t('first.clientTitle')}</h3>
            <p>{t('first.clientText')}</p>
            <div className="first-steps-buttons">
              <Button icon="plug" onClick={() => goTo({ screen: 'clients', adding: true })}>
                {t('first.clientTitle')}
              </Button>
            </div>
          </div>
        </li>
      </ol>
    </EmptyState>
  )
}
