/**
 * Connect program: every step to connect one AI client. It stands alone: the clients screen and the first run both show it.
 */
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Guide, ProgramId } from '../../src-main/contract/connection.js'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { attempt } from '../bridge.js'
import { ErrorNote } from '../ui/error-note.js'
import { ClaudeDesktop } from './claude-desktop.js'
import { RecipeSteps } from './recipe-steps.js'
import './connect.css'

export const ConnectProgram = ({ program }: { readonly program: ProgramId }) => {
  const { t } = useTranslation()
  const [guide, setGuide] = useState<Guide>()
  const [error, setError] = useState<ContractError>()
  const look = useCallback(async () => {
    const result = await attempt('connect:guide', { program })
    if (result.ok) setGuide(result.value)
    setError(result.ok ? undefined : result.error)
  }, [program])
  useEffect(() => {
    setGuide(undefined)
    void look()
  }, [look])
  if (error) return <ErrorNote error={error} />
  if (guide?.program !== program) return <p className="connect-loading">{t('app.loading')}</p>
  return (
    <div className="connect-program">
      {program === 'claude-desktop' ? <ClaudeDesktop guide={guide} onLook={look} /> : <RecipeSteps guide={guide} />}
    </div>
  )
}
