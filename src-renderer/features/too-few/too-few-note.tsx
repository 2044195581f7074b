/**
 * Too few note: says above every screen that something was refused before anybody was asked, for want of people, and where
 * the owner can change that.
 */

import type { CallEntry } from '@shared/trail/live.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { useLive } from '../../state/live.js'
import { goTo } from '../../state/place.js'
import { usePreservedState } from '../../state/preserved-state.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { TooFewWays, useRefusalWords } from '../../ui/refusal.js'
import './too-few-note.css'

const isTooFew = ({ refused }: CallEntry): boolean => refused?.why === 'too-few'

export const TooFewNote = () => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const wordsOf = useRefusalWords()
  const newest = useLive((state) => state.calls.findLast(isTooFew))
  const [dismissed, setDismissed] = usePreservedState('too-few-note', '')
  if (newest?.refused?.why !== 'too-few' || newest.requestId === dismissed) return null
  const { requestId, refused, risk, capabilityId, server } = newest
  return (
    <section className="too-few" aria-label={t('asks.tooFew.label')}>
      <Icon name="people" />
      <div className="too-few-words">
        <p role="status">
          <strong>
            <SentenceText sentence={callSentence(newest, 'refused', nameOf(server?.id, capabilityId))} limit={80} />
          </strong>
          <span aria-hidden="true"> · </span>
          {wordsOf(refused)}
        </p>
        <TooFewWays refusal={refused} risk={risk} />
      </div>
      <Button size="s" tone="quiet" onClick={() => goTo({ screen: 'audit', about: requestId })}>
        {t('asks.tooFew.show')}
      </Button>
      <Button
        size="s"
        tone="quiet"
        icon="close"
        aria-label={t('asks.tooFew.dismiss')}
        onClick={() => setDismissed(requestId)}
      />
    </section>
  )
}
