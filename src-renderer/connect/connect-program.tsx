/**
 * Connect program: every step to connect one AI client. The clients screen and the first run both show it.
 */

import { clientLimits } from '@shared/clients/client.js'
import type { Guide, ProgramId } from '@shared/clients/connection.js'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { useRequest } from '../state/use-request.js'
import { TextField } from '../ui/fields/text-field.js'
import { ErrorNote } from '../ui/messages/error-note.js'
import { ClaudeDesktop } from './claude-desktop.js'
import { FileProgram } from './file-program.js'
import { RecipeSteps } from './recipe-steps.js'
import './connect.css'

export const ConnectProgram = ({ program }: { readonly program: ProgramId }) => {
  const { t } = useTranslation()
  const [guide, setGuide] = useState<Guide>()
  const { error, send } = useRequest()
  const [typed, setTyped] = useState('')
  const name = program === 'other' ? typed.trim() || t('connect.yoursKey') : undefined
  const look = useCallback(async () => {
    const result = await send(attempt('connect:guide', { program, ...(name !== undefined && { name }) }))
    if (result.ok) setGuide(result.value)
  }, [program, name, send])
  useEffect(() => void look(), [look])
  if (error) return <ErrorNote error={error} />
  if (guide?.program !== program) return <p className="connect-loading">{t('app.loading')}</p>
  return (
    <div className="connect-program">
      {program === 'other' && (
        <TextField
          label={t('connect.nameLabel')}
          hint={t('connect.nameHint')}
          placeholder={t('connect.yoursKey')}
          maxLength={clientLimits.name}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {program === 'claude-desktop' ? (
        <ClaudeDesktop guide={guide} onLook={look} />
      ) : guide.files !== undefined && guide.files.length > 0 ? (
        <FileProgram guide={guide} onLook={look} />
      ) : (
        <RecipeSteps guide={guide} name={name} />
      )}
    </div>
  )
}
