/**
 * Program choice: the supported AI clients, an entry for any other, and which are connected. Those that are on this
 * computer come first.
 */

import { type ProgramId, programIds } from '@shared/clients/connection.js'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { clients as clientFeed, connectedClients as guestFeed } from '../state/feeds.js'
import { Avatar } from '../ui/names/avatar.js'
import { StatusDot } from '../ui/names/status-dot.js'
import './connect.css'
import { asCaller, guestOf, programMarks, useProgramName } from './program-text.js'

export interface ProgramChoiceProps {
  readonly value: ProgramId | undefined
  readonly onChoose: (program: ProgramId) => void
}

export const ProgramChoice = (props: ProgramChoiceProps) => {
  const { t } = useTranslation()
  const [installed, setInstalled] = useState<readonly ProgramId[]>()
  useEffect(() => {
    void attempt('connect:installed').then((result) => setInstalled(result.ok ? result.value : []))
  }, [])
  if (installed === undefined) return null
  if (installed.length === 0) return <ProgramList {...props} label={t('connect.choose')} programs={programIds} />
  const others = programIds.filter((program) => !installed.includes(program))
  return (
    <>
      <ProgramList {...props} visible label={t('connect.installed')} programs={installed} />
      <ProgramList {...props} visible label={t('connect.others')} programs={others} />
    </>
  )
}

interface ProgramListProps extends ProgramChoiceProps {
  readonly label: string
  readonly programs: readonly ProgramId[]
  /** The label is shown. */
  readonly visible?: true
}

const ProgramList = ({ label, programs, visible, value, onChoose }: ProgramListProps) => {
  const { t } = useTranslation()
  const nameOf = useProgramName()
  const heading = useId()
  const connectedClients = guestFeed.use((feed) => feed.value)
  const known = clientFeed.use((feed) => feed.value.clients)
  return (
    <div className="program-group">
      <h2 id={heading} className={visible ? undefined : 'visually-hidden'}>
        {label}
      </h2>
      <ul className="program-choice" aria-labelledby={heading}>
        {programs.map((program) => {
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
    </div>
  )
}
