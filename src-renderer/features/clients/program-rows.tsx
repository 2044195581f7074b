/** Program rows: the AI clients of the bridge, each with its connection state and a link to its page. */

import { bridge, type HeldRole } from '@shared/clients/client.js'
import { type ConnectedClient, programOf } from '@shared/clients/connection.js'
import { useTranslation } from 'react-i18next'
import { Presence } from '../../connect/presence.js'
import { asCaller, guestOf, type useProgramName } from '../../connect/program-text.js'
import { goTo } from '../../state/navigation.js'
import { Avatar } from '../../ui/names/avatar.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'

interface SeenProgram {
  /** Key of its page. */
  readonly about: string
  readonly name: string
  readonly guest: ConnectedClient
}

/** One row for each known program, and one for each name of the others. */
export const programsSeen = (
  connectedClients: readonly ConnectedClient[],
  nameOf: ReturnType<typeof useProgramName>,
): SeenProgram[] => {
  const rows = new Map<string, SeenProgram>()
  for (const guest of connectedClients) {
    if (guest.clientId !== bridge.id || guest.says === undefined) continue
    const program = programOf(guest.says)
    const about = program === 'other' ? `guest:${guest.says}` : `program:${program}`
    const name = program === 'other' ? guest.says : nameOf(program)
    const shown =
      program === 'other'
        ? guest
        : (guestOf(
            connectedClients.filter(({ clientId }) => clientId === bridge.id),
            program,
            [],
          ) ?? guest)
    if (!rows.has(about)) rows.set(about, { about, name, guest: shown })
  }
  return [...rows.values()]
}

export interface ProgramRowsProps {
  readonly programs: readonly SeenProgram[]
  /** Of all of them. */
  readonly role: HeldRole
}

export const ProgramRows = ({ programs, role }: ProgramRowsProps) => {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('clientPage.programs')}>
      {programs.map(({ about, name, guest }) => (
        <li key={about} className="client-row">
          <button
            type="button"
            className="client-row-line client-row-open"
            aria-label={t('clientPage.open', { name: visibleText(name) })}
            onClick={() => goTo({ screen: 'clients', about })}
          >
            <Avatar caller={asCaller(name)} />
            <span className="client-row-names">
              <Name text={name} className="client-row-name" />
              <span className="client-row-about">
                {t(`clients.roles.${role}`)} · {t('clientPage.byBridge')}
              </span>
            </span>
            <Presence connected={guest.connected} lastSeenAt={guest.lastSeenAt} />
          </button>
        </li>
      ))}
    </ul>
  )
}
