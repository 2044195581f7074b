/**
 * Missing approvers note: shows above every screen that a call was refused because too few approvers are connected, and
 * where the owner can change that.
 */

import type { CallEntry } from '@shared/trail/live.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { useLive } from '../../state/live.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { MissingApproversActions, useRefusalText } from '../../ui/messages/refusal.js'
import { Icon } from '../../ui/theme/icon.js'
import './missing-approvers-note.css'

const hasMissingApprovers = ({ refused }: CallEntry): boolean => refused?.why === 'too-few'

export const MissingApproversNote = () => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const refusalText = useRefusalText()
  const newest = useLive((state) => state.calls.findLast(hasMissingApprovers))
  const [dismissed, setDismissed] = useState('')
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
          {refusalText(refused)}
        </p>
        <MissingApproversActions refusal={refused} risk={risk} />
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
