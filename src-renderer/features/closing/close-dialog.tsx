/**
 * Close dialog: the first time the window is closed it explains that Gatehouse keeps running and where; before quitting
 * it lists what ends.
 *
 * Guards invariant 2: quitting denies open requests, and the dialog shows their current count.
 */

import { type CloseChoice, type ClosePrompt, countClientsDisconnectedByQuit } from '@shared/program/close-prompt.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useClosePrompt } from '../../state/close-prompt.js'
import { approvals, connectedClients, consents } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Dialog } from '../../ui/layout/dialog.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import './close-dialog.css'

/** What a quit would end. */
const EndedByQuit = ({ before }: { readonly before?: string }) => {
  const { t } = useTranslation()
  const questions = approvals.use((feed) => feed.value.length) + consents.use((feed) => feed.value.length)
  const clients = connectedClients.use((feed) => countClientsDisconnectedByQuit(feed.value))
  if (questions + clients === 0) return null
  return (
    <>
      {before && <p>{before}</p>}
      <ul className="leave-stake">
        {questions > 0 && (
          <li>
            <Icon name="warning" className="tone-copper" />
            {t('leaving.questions', { count: questions })}
          </li>
        )}
        {clients > 0 && (
          <li>
            <Icon name="key" />
            {t('leaving.clients', { count: clients })}
          </li>
        )}
      </ul>
    </>
  )
}

const Question = ({ why, staysIn }: ClosePrompt) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  const answer = async (given: CloseChoice) => {
    const result = await send(attempt('desktop:leave', { answer: given }))
    if (result.ok) useClosePrompt.setState({ question: undefined })
  }
  const quit = (
    <Button tone={why === 'quit' ? 'danger' : 'plain'} onClick={() => void answer('quit')}>
      {t('leaving.quit')}
    </Button>
  )
  return (
    <Dialog title={t(`leaving.${why}Title`)} onClose={() => void answer('back')}>
      <div className="leave-words">
        {why === 'closed' ? (
          <>
            <p>{t('leaving.closedText')}</p>
            <p>{t(`leaving.staysIn.${staysIn}`)}</p>
            <EndedByQuit before={t('leaving.ifQuit')} />
            <p className="leave-later">{t('leaving.later')}</p>
          </>
        ) : (
          <>
            <p>{t('leaving.quitText')}</p>
            <EndedByQuit />
          </>
        )}
        {error && <ErrorNote error={error} />}
      </div>
      <div className="dialog-buttons">
        {why === 'closed' ? (
          <>
            {quit}
            <Button tone="go" autoFocus onClick={() => void answer('stay')}>
              {t('leaving.stay')}
            </Button>
          </>
        ) : (
          <>
            <Button autoFocus onClick={() => void answer('back')}>
              {t('leaving.back')}
            </Button>
            {quit}
          </>
        )}
      </div>
    </Dialog>
  )
}

export const CloseDialog = () => {
  const question = useClosePrompt((state) => state.question)
  return question && <Question {...question} />
}
