/** Input card: an input request of a service in the list. It can be declined here; it is answered in the pop-up. */

import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { CallerName } from '../../../ui/names/caller-name.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'
import { CountdownRing } from '../../../ui/time/countdown-ring.js'
import { InputContentView } from './input-content.js'
import './inputs.css'

export const InputCard = ({ request }: { readonly request: OpenInputRequest }) => {
  const { t } = useTranslation()
  const { id, server, caller, capabilityId, capabilityName, content } = request
  const { busy, error, send } = useRequest()
  return (
    <li className="approval-card">
      <span className="input-mark" aria-hidden="true">
        <Icon name="plug" />
      </span>
      <div className="approval-card-words">
        <h2>{t(`inputs.title.${content.kind}`)}</h2>
        <div className="approval-card-who">
          <Name text={server.name} />
          <span aria-hidden="true">·</span>
          <Name text={capabilityName ?? capabilityId} />
          <span aria-hidden="true">·</span>
          <CallerName caller={caller} />
        </div>
        {error && <ErrorNote error={error} />}
      </div>
      <CountdownRing from={request.askedAt} until={request.expiresAt} />
      <div className="approval-card-answers">
        <Button
          size="s"
          disabled={busy}
          onClick={() => void send(attempt('inputs:answer', { id, answer: { action: 'decline' } }))}
        >
          {t('inputs.decline')}
        </Button>
        <Button size="s" tone="go" disabled={busy} onClick={() => void send(attempt('inputs:show', { id }))}>
          {t('approval.review')}
        </Button>
      </div>
      <div className="approval-card-facts">
        <InputContentView content={content} />
      </div>
    </li>
  )
}
