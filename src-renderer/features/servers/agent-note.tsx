/** Agent note: what an agent is, and the way to the guide for writing one. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { servers } from '../../state/feeds.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { visibleText } from '../../ui/visible-text.js'
import './agent-note.css'

export const AgentNote = () => {
  const { t } = useTranslation()
  const hasDemo = servers.use(({ value }) => value.some(({ kind }) => kind === 'simulator'))
  const [at, setAt] = useState<string>()
  const [error, setError] = useState<ContractError>()
  const open = async () => {
    const result = await attempt('servers:agent-guide')
    setAt(result.ok ? result.value.at : undefined)
    setError(result.ok ? undefined : result.error)
  }
  return (
    <div className="agent-note">
      <p>
        {t('agentNote.none')} {t(hasDemo ? 'agentNote.withDemo' : 'agentNote.withoutDemo')}
      </p>
      <Button size="s" icon="note" onClick={() => void open()}>
        {t('agentNote.open')}
      </Button>
      {at !== undefined && (
        <p role="status">
          {t('agentNote.liesHere')} <span className="mono agent-note-place">{visibleText(at)}</span>
        </p>
      )}
      {error && <ErrorNote error={error} quiet />}
    </div>
  )
}
