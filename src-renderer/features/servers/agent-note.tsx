/** Agent note: what an agent is, and the way to the guide for writing one. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { visibleText } from '../../ui/text/visible-text.js'
import './agent-note.css'

export const AgentNote = () => {
  const { t } = useTranslation()
  const [at, setAt] = useState<string>()
  const { error, send } = useRequest()
  const open = async () => {
    const result = await send(attempt('desktop:show-agent-guide'))
    setAt(result.ok ? result.value.at : undefined)
  }
  return (
    <div className="agent-note">
      <p>{t('agentNote.none')}</p>
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
