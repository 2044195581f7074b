/** Program page: an AI client without a key of its own: its last request, its connection, and the owner's decision. */

import { bridge as bridgeIdentity } from '@shared/clients/client.js'
import { type ProgramId, programOf } from '@shared/clients/connection.js'
import type { KeylessProgram } from '@shared/clients/keyless.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { AskingPauses } from '../../connect/asking-pauses.js'
import { ConnectionFindings } from '../../connect/connection-findings.js'
import { guestOf, useProgramName } from '../../connect/program-text.js'
import { clients as clientFeed, connectedClients as guestFeed, keyless } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { AccessSentence } from './access-sentence.js'
import { LastAct } from './last-act.js'
import { PageFrame } from './page-frame.js'
import { useActivity } from './use-activity.js'

export interface ProgramPageProps {
  readonly program: ProgramId
  /** The self-declared name of an unknown program. */
  readonly says?: string
}

export const ProgramPage = ({ program, says }: ProgramPageProps) => {
  const { t } = useTranslation()
  const programName = useProgramName()(program)
  const rights = clientFeed.use((feed) => feed.value.bridge)
  const connectedClients = guestFeed.use((feed) => feed.value)
  const guest =
    says === undefined ? guestOf(connectedClients, program, []) : connectedClients.find((one) => one.says === says)
  const connected = guest?.connected === true
  const isOfProgram = (declared: string) => (says === undefined ? programOf(declared) === program : declared === says)
  const decided = keyless.use((feed) => feed.value.programs).filter((one) => isOfProgram(one.name))
  const name = guest?.says ?? says ?? decided[0]?.name
  const activity = useActivity(name === undefined ? [] : [name], guest?.lastSeenAt)
  // What connected before the last start of Gatehouse is known by what it did.
  const lastSeenAt = guest?.lastSeenAt ?? activity?.last?.timestamp
  return (
    <PageFrame
      name={says ?? (program === 'other' ? t('connect.yours') : programName)}
      about={t('clientPage.byBridge')}
      connected={connected}
      lastSeenAt={lastSeenAt}
    >
      <AskingPauses client={bridgeIdentity.id} />
      <Decisions programs={decided} />
      {name !== undefined && (
        <section aria-labelledby="client-last">
          <h2 id="client-last">{t('clientPage.lastCall')}</h2>
          <p>
            <LastAct of={activity} />
          </p>
        </section>
      )}
      <ConnectionFindings
        about={{ program }}
        connected={connected}
        onAct={(act) => {
          if (act === 'edit-rights') goTo({ screen: 'clients' })
          else if (act === 'choose-port') goTo({ screen: 'settings', about: 'connect' })
          else goTo({ screen: 'clients', adding: true, about: act === 'give-key' ? 'key' : `program:${program}` })
        }}
      />
      <section aria-labelledby="client-may">
        <h2 id="client-may">{t('access.label')}</h2>
        <p>
          <AccessSentence rights={rights} />
        </p>
        <p>{t('clientPage.mayBridge')}</p>
      </section>
      <section aria-labelledby="client-steps">
        <div className="client-page-line">
          <div>
            <h2 id="client-steps">{t('clientPage.steps')}</h2>
            <p>{t('clientPage.ownKey')}</p>
          </div>
          <Button onClick={() => goTo({ screen: 'clients', adding: true, about: `program:${program}` })}>
            {t('clientPage.stepsOpen')}
          </Button>
        </div>
      </section>
    </PageFrame>
  )
}

/** Each declared name that the owner decided about, and how to change that. */
const Decisions = ({ programs }: { readonly programs: readonly KeylessProgram[] }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  if (programs.length === 0) return null
  return (
    <section aria-labelledby="client-decision">
      <h2 id="client-decision">{t('newClient.decision')}</h2>
      {programs.map(({ id, name, state }) => {
        const next = state === 'allowed' ? 'refused' : 'allowed'
        return (
          <div className="client-page-line" key={id}>
            <p>
              <Name text={name} /> · {t(`newClient.states.${state}`)}
            </p>
            <Button
              tone={next === 'refused' ? 'danger' : 'plain'}
              disabled={busy}
              aria-label={t(`newClient.${next === 'refused' ? 'refuseNamed' : 'allowNamed'}`, {
                name: visibleText(name),
              })}
              onClick={() => void send(attempt('keyless:decide', { id, state: next }))}
            >
              {t(next === 'refused' ? 'newClient.refuse' : 'newClient.allow')}
            </Button>
          </div>
        )
      })}
      {error && <ErrorNote title={t('clients.editFailed')} error={error} />}
    </section>
  )
}
