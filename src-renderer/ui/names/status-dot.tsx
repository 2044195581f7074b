/** Status dot: the state of a server by shape and colour: disc, diamond, half disc, empty ring. */

import type { ServerState } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import './status-dot.css'

export interface StatusDotProps {
  readonly state: ServerState
  /** Leaves the word to the text beside it. */
  readonly silent?: boolean
}

export const StatusDot = ({ state, silent = false }: StatusDotProps) => {
  const { t } = useTranslation()
  return (
    <>
      <span className={`status-dot ${state}`} aria-hidden="true" />
      {!silent && <span className="visually-hidden">{t(`server.state.${state}`)}</span>}
    </>
  )
}
