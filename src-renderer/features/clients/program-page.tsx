/** Program page: an AI client of the bridge: its connection state, last request and connection problems. */

import type { ProgramId } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskingPauses } from '../../connect/asking-pauses.js'
import { ConnectionFindings } from '../../connect/connection-findings.js'
import { guestOf, useProgramName } from '../../connect/program-text.js'
import { clients as clientFeed, connectedClients as guestFeed } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { AccessLine } from './access-line.js'
import { EditAccess } from './edit-access.js'
import { LastCall } from './last-call.js'
import { PageFrame } from './page-frame.js'

export interface ProgramPageProps {
  readonly program: ProgramId
  /** The self-declared name of an unknown program. */
  readonly says?: string
}

export const ProgramPage = ({ program, says }: ProgramPageProps) => {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const programName = useProgramName()(program)
  const bridge = clientFeed.use((feed) => feed.value.bridge)
  const connectedClients = guestFeed.use((feed) => feed.value)
  const guest =
    says === undefined ? guestOf(connectedClients, program, []) : connectedClients.find((one) => one.says === says)
  const connected = guest?.connected === true
  const bridgeName = t('clients.bridgeName')
  return (
    <PageFrame
      name={says ?? (program === 'other' ? t('connect.yours') : programName)}
      about={t('clientPage.byBridge')}
      connected={connected}
      lastSeenAt={guest?.lastSeenAt}
    >
      <AskingPauses client={bridge.id} />
      {guest?.says !== undefined && (
        <section aria-labelledby="client-last">
          <h2 id="client-last">{t('clientPage.lastCall')}</h2>
          <LastCall client={guest.says} seenAt={guest.lastSeenAt} />
        </section>
      )}
      <ConnectionFindings
        about={{ program }}
        connected={connected}
        onAct={(act) => {
          if (act === 'edit-rights') setEditing(true)
          else if (act === 'choose-port') goTo({ screen: 'settings', about: 'connect' })
          else goTo({ screen: 'clients', adding: true, about: act === 'give-key' ? 'key' : `program:${program}` })
        }}
      />
      <section aria-labelledby="client-may">
        <div className="client-page-line">
          <div>
            <h2 id="client-may">{t('clientPage.may')}</h2>
            <AccessLine access={bridge} explained />
            <p>{t('clientPage.mayBridge')}</p>
          </div>
          <Button aria-label={t('clients.editNamed', { name: bridgeName })} onClick={() => setEditing(true)}>
            {t('clients.edit')}
          </Button>
        </div>
        {editing && <EditAccess client={bridge} name={bridgeName} onClose={() => setEditing(false)} />}
      </section>
      <section aria-labelledby="client-steps">
        <div className="client-page-line">
          <div>
            <h2 id="client-steps">{t('clientPage.steps')}</h2>
            <p>{t('clientPage.stepsText')}</p>
          </div>
          <Button onClick={() => goTo({ screen: 'clients', adding: true, about: `program:${program}` })}>
            {t('clientPage.stepsOpen')}
          </Button>
        </div>
      </section>
    </PageFrame>
  )
}
