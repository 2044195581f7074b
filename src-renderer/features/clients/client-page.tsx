/** Client page: details of a client with its own key: its last request, connection problems, exact rights and key. */

import type { Client } from '@shared/clients/client.js'
import { programOfKey } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { AskingPauses } from '../../connect/asking-pauses.js'
import { ConnectionFindings } from '../../connect/connection-findings.js'
import { connectedClients as guestFeed, neuro, xiaozhi } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { agoOf } from '../../ui/time/relative-time.js'
import { AccessSentence } from './access-sentence.js'
import { EditAccess } from './edit-access.js'
import { LastAct } from './last-act.js'
import { PageFrame } from './page-frame.js'
import { useActivity } from './use-activity.js'

/** The page with the steps for this program. */
const stepsOf = ({ keyName }: Client): string =>
  keyName === undefined ? 'connect' : `program:${programOfKey(keyName)}`

const aboutOf = ({ cameBy, keyName }: Client): string => {
  if (cameBy === 'oauth') return 'clients.byOAuth'
  return keyName === undefined ? 'clientPage.byKey' : 'clientPage.byBridgeKey'
}

/** Callers with a page of their own. */
const ownPages = {
  xiaozhi: { about: 'xiaozhi.choose', manage: 'xiaozhi.manage' },
  neuro: { about: 'neuro.choose', manage: 'neuro.manage' },
} as const

export const ClientPage = ({ client }: { readonly client: Client }) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'editing' | 'revoking' | undefined>(undefined)
  const connected = guestFeed.use((feed) => feed.value.some((one) => one.clientId === client.id && one.connected))
  const isXiaozhi = xiaozhi.use((feed) => feed.value.some(({ id }) => id === client.id))
  const isNeuro = neuro.use((feed) => feed.value?.id === client.id)
  const own = isXiaozhi ? 'xiaozhi' : isNeuro ? 'neuro' : undefined
  const name = visibleText(client.name)
  const activity = useActivity([client.id], client.lastUsedAt)
  const made = agoOf(client.createdAt, Date.now(), i18n.language)
  return (
    <PageFrame
      name={client.name}
      about={t(own ? ownPages[own].about : aboutOf(client))}
      connected={connected}
      lastSeenAt={client.lastUsedAt}
    >
      <AskingPauses client={client.id} />
      <section aria-labelledby="client-last">
        <h2 id="client-last">{t('clientPage.lastCall')}</h2>
        <p>
          <LastAct of={activity} />
        </p>
      </section>
      {own ? (
        <Button onClick={() => goTo({ screen: 'clients', about: own })}>{t(ownPages[own].manage)}</Button>
      ) : (
        <ConnectionFindings
          about={{ client: client.id }}
          client={client.id}
          connected={connected}
          onAct={(act) => {
            if (act === 'edit-rights') setOpen('editing')
            else if (act === 'choose-port') goTo({ screen: 'settings', about: 'connect' })
            else goTo({ screen: 'clients', adding: true, about: act === 'give-key' ? 'key' : stepsOf(client) })
          }}
        />
      )}
      <section aria-labelledby="client-may">
        <div className="client-page-line">
          <div>
            <h2 id="client-may">{t('access.label')}</h2>
            <p>
              <AccessSentence rights={client} />
            </p>
            <details>
              <summary>{t('story.details')}</summary>
              <p>
                {t(`clients.roles.${client.role}`)} · {t('clients.rate', { count: client.callsPerMinute })}
              </p>
            </details>
          </div>
          <Button aria-label={t('clients.editNamed', { name })} onClick={() => setOpen('editing')}>
            {t('clients.edit')}
          </Button>
        </div>
        {open === 'editing' && <EditAccess client={client} name={name} onClose={() => setOpen(undefined)} />}
      </section>
      {!own && (
        <section aria-labelledby="client-key">
          <div className="client-page-line">
            <div>
              <h2 id="client-key">{t('clientPage.key')}</h2>
              <p>{t(client.keyName === undefined ? 'clientPage.keyText' : 'clientPage.keyFileText', { ago: made })}</p>
              <details>
                <summary>{t('story.details')}</summary>
                <p className="mono">
                  {client.keyName === undefined ? client.id : `${client.id} · --client ${client.keyName}`}
                </p>
              </details>
            </div>
            <Button
              tone="danger"
              aria-label={t('clients.revokeNamed', { name: client.name })}
              onClick={() => setOpen('revoking')}
            >
              {t('clients.revoke')}
            </Button>
          </div>
          {open === 'revoking' && <RevokeConfirmation client={client} onKeep={() => setOpen(undefined)} />}
        </section>
      )}
    </PageFrame>
  )
}

const RevokeConfirmation = ({ client, onKeep }: { readonly client: Client; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  return (
    <div>
      <Confirm
        question={t('clients.revokeQuestion')}
        text={t('clients.revokeText')}
        keep={t('clients.keep')}
        act={t('clients.revoke')}
        busy={busy}
        error={error}
        onKeep={onKeep}
        onAct={() => void send(attempt('clients:revoke', { id: client.id }))}
      />
    </div>
  )
}
