/**
 * Client question: a program without a key of its own wants to use Gatehouse; above every screen, the oldest first.
 *
 * Guards "accepting takes an intended act": no single key allows, and Allow works only after the question has been
 * visible for a second.
 */

import type { KeylessProgram } from '@shared/clients/keyless.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { clients, keyless } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { useRead } from '../../ui/buttons/use-read.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { AccessSentence } from './access-sentence.js'

const Question = ({ program, others }: { readonly program: KeylessProgram; readonly others: number }) => {
  const { t } = useTranslation()
  const read = useRead(program.id)
  const rights = clients.use((feed) => feed.value.bridge)
  const { busy, error, send } = useRequest()
  const decide = (state: 'allowed' | 'refused') => void send(attempt('keyless:decide', { id: program.id, state }))
  return (
    <section
      className="consent"
      role="alertdialog"
      aria-labelledby="new-client-title"
      aria-describedby="new-client-facts"
    >
      <div className="consent-words">
        <h2 id="new-client-title">
          <Name text={program.name} className="consent-name" warned={program.resembles !== undefined} />{' '}
          {t('newClient.asks')}
        </h2>
        <p id="new-client-facts">{t('newClient.claims')}</p>
        {program.resembles !== undefined && (
          <p className="consent-warning">{t('newClient.resembles', { name: visibleText(program.resembles) })}</p>
        )}
        <p>
          {t('newClient.then')}
          <Gap />
          <AccessSentence rights={rights} />
        </p>
        {others > 0 && <p>{t('consent.others', { count: others })}</p>}
      </div>
      {error && <ErrorNote error={error} />}
      <div className="consent-answer">
        <Button disabled={busy} onClick={() => decide('refused')}>
          {t('newClient.notNow')}
        </Button>
        <Button tone="go" disabled={busy || !read} onClick={() => decide('allowed')}>
          {t('newClient.allow')}
        </Button>
      </div>
    </section>
  )
}

export const ClientQuestion = () => {
  const programs = keyless.use((feed) => feed.value.programs)
  const waiting = programs.filter(({ state }) => state === 'waiting')
  const [program] = waiting
  return program && <Question key={program.id} program={program} others={waiting.length - 1} />
}
