/** Setup screen: the set-up of one server: the restart, then its actions. */

import { type Server, waitingOn } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { javaSetups } from '../../../state/feeds.js'
import { Button } from '../../../ui/buttons/button.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Review } from '../review.js'
import { RestartStep } from './restart-step.js'
import { StepBar } from './step-bar.js'
import './setup.css'

export interface SetupScreenProps {
  /** Id of the server. */
  readonly id: string
  readonly server: Server | undefined
  readonly onLeave: () => void
  /** Chooses a folder again. */
  readonly onAgain: () => void
  /** Shows the server, when it is connected. */
  readonly onOpen: () => void
}

export const SetupScreen = ({ id, server, onLeave, onAgain, onOpen }: SetupScreenProps) => {
  const { t } = useTranslation()
  const setup = javaSetups.use().value.find((one) => one.id === id)
  if (setup && setup.step !== 'connected') return <RestartStep setup={setup} onLeave={onLeave} onAgain={onAgain} />
  if (!server) return <p className="setup-lead">{t('serverCare.gone')}</p>
  const waits = waitingOn(server).length > 0
  return (
    <div className="setup">
      <div className="setup-page">
        <StepBar at="choose" />
        {waits ? <Review server={server} /> : <h2>{t('setUp.ready', { name: visibleText(server.name) })}</h2>}
      </div>
      <footer className="setup-foot">
        <span />
        <Button tone={waits ? 'plain' : 'go'} onClick={onOpen}>
          {t(waits ? 'setUp.decideLater' : 'setUp.open')}
        </Button>
      </footer>
    </div>
  )
}
