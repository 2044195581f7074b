/**
 * Connect program: every step to connect one AI client. It stands alone: the clients screen and the first run both show it.
 */
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientLimits } from '../../src-main/contract/client.js'
import type { Guide, ProgramId } from '../../src-main/contract/connection.js'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { attempt } from '../bridge.js'
import { ErrorNote } from '../ui/error-note.js'
import { TextField } from '../ui/text-field.js'
import { ClaudeDesktop } from './claude-desktop.js'
import { RecipeSteps } from './recipe-steps.js'
import './connect.css'

export const ConnectProgram = ({ program }: { readonly program: ProgramId }) => {
  const { t } = useTranslation()
  const [guide, setGuide] = useState<Guide>()
  const [error, setError] = useState<ContractError>()
  const [typed, setTyped] = useState('')
  const name = program === 'other' ? typed.trim() || t('connect.yoursKey') : undefined
  const look = useCallback(async () => {
    const result = await attempt('connect:guide', { program, ...(name !== undefined && { name }) })
    if (result.ok) setGuide(result.value)
    setError(result.ok ? undefined : result.error)
  }, [program, name])
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
      ) : (
        <RecipeSteps guide={guide} name={name} />
      )}
    </div>
  )
}
