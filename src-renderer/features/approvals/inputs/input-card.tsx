/** Input card: a request of a service in the list of what waits: it can be declined here, and is answered in the pop-up. */
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../../src-main/contract/generated/error.js'
import type { OpenInputRequest } from '../../../../src-main/contract/input-request.js'
import { attempt, type Result } from '../../../bridge.js'
import { Button } from '../../../ui/button.js'
import { CallerName } from '../../../ui/caller-name.js'
import { CountdownRing } from '../../../ui/countdown-ring.js'
import { ErrorNote } from '../../../ui/error-note.js'
import { Icon } from '../../../ui/icon.js'
import { Name } from '../../../ui/name.js'
import { InputContentView } from './input-content.js'
import './inputs.css'

export const InputCard = ({ request }: { readonly request: OpenInputRequest }) => {
  const { t } = useTranslation()
  const { id, server, caller, capabilityId, capabilityName, content } = request
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const run = useCallback(async (act: () => Promise<Result<null>>) => {
    setBusy(true)
    const result = await act()
    setError(result.ok ? undefined : result.error)
    setBusy(false)
  }, [])
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
      <span />
      <CountdownRing from={request.askedAt} until={request.expiresAt} />
      <div className="approval-card-answers">
        <Button
          size="s"
          disabled={busy}
          onClick={() => void run(() => attempt('inputs:answer', { id, answer: { action: 'decline' } }))}
        >
          {t('inputs.decline')}
        </Button>
        <Button size="s" tone="go" disabled={busy} onClick={() => void run(() => attempt('inputs:show', { id }))}>
          {t('approval.review')}
        </Button>
      </div>
      <div className="approval-card-facts">
        <InputContentView content={content} />
      </div>
    </li>
  )
}
