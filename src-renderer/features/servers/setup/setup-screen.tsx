/** Setup screen: the set-up of one server: the restart, then what AI may do there. */

import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { DefaultsNote } from '../../../actions/defaults-note.js'
import { javaSetups } from '../../../state/feeds.js'
import { Button } from '../../../ui/buttons/button.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { RestartStep } from './restart-step.js'
import './setup.css'

export interface SetupScreenProps {
  /** Id of the server. */
  readonly id: string
  readonly server: Server | undefined
  readonly onLeave: () => void
  /** Chooses a folder again. */
  readonly onAgain: () => void
  /** Continues, when the server is connected. */
  readonly onOpen: () => void
  /** What continuing is called; the server is shown when left out. */
  readonly continues?: string
}

export const SetupScreen = ({ id, server, onLeave, onAgain, onOpen, continues }: SetupScreenProps) => {
  const { t } = useTranslation()
  const setup = javaSetups.use().value.find((one) => one.id === id)
  if (setup && setup.step !== 'connected') return <RestartStep setup={setup} onLeave={onLeave} onAgain={onAgain} />
  if (!server) return <p className="setup-lead">{t('serverCare.gone')}</p>
  return (
    <div className="setup">
      <div className="setup-page">
        <h2>{t('setUp.ready', { name: visibleText(server.name) })}</h2>
        <DefaultsNote server={server} />
      </div>
      <footer className="setup-foot">
        <span />
        <Button tone="go" onClick={onOpen}>
          {continues ?? t('setUp.open')}
        </Button>
      </footer>
    </div>
  )
}
