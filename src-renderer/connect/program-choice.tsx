/** Program choice: the supported AI clients, an entry for any other, and which are connected. */

import { type ProgramId, programIds } from '@shared/clients/connection.js'
import { useTranslation } from 'react-i18next'
import { clients as clientFeed, connectedClients as guestFeed } from '../state/feeds.js'
import { Avatar } from '../ui/names/avatar.js'
import { StatusDot } from '../ui/names/status-dot.js'
import './connect.css'
import { asCaller, guestOf, programMarks, useProgramName } from './program-text.js'

export interface ProgramChoiceProps {
  readonly value: ProgramId | undefined
  readonly onChoose: (program: ProgramId) => void
}

export const ProgramChoice = ({ value, onChoose }: ProgramChoiceProps) => {
  const { t } = useTranslation()
  const nameOf = useProgramName()
  const connectedClients = guestFeed.use((feed) => feed.value)
  const known = clientFeed.use((feed) => feed.value.clients)
  return (
    <ul className="program-choice" aria-label={t('connect.choose')}>
      {programIds.map((program) => {
        const isThere = program !== 'other' && guestOf(connectedClients, program, known)?.connected === true
        return (
          <li key={program}>
            <button
              type="button"
              className="program-button"
              aria-pressed={program === value}
              onClick={() => onChoose(program)}
            >
              <Avatar size="s" caller={asCaller(nameOf(program))} mark={programMarks[program]} />
              <span>{nameOf(program)}</span>
              {isThere && (
                <>
                  <StatusDot silent state="online" />
                  <span className="visually-hidden">{t('connect.connected')}</span>
                </>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
