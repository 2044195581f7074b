/** Change access: where and how a client may act, chosen from sentences. Finer rights are in its details. */

import type { BridgeClient, Client } from '@shared/clients/client.js'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useStableServers } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Form, SubmitButtons } from '../../ui/fields/form.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { useServerName } from '../../ui/names/server-name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { type AccessChoice, choiceOfRights, manners, rightsOfChoice } from './access-choice.js'
import './change-access.css'

export interface ChangeAccessProps {
  readonly client: Client | BridgeClient
  /** The displayed name of the client. */
  readonly name: string
  /** Whether it changes what all programs without a key may do. */
  readonly isShared?: boolean
  readonly onClose: () => void
}

const normal: AccessChoice = { where: 'everywhere', how: 'ask-risky' }

export const ChangeAccess = ({ client, name, isShared = false, onClose }: ChangeAccessProps) => {
  const { t } = useTranslation()
  const servers = useStableServers()
  const nameOf = useServerName()
  const group = useId()
  const now = choiceOfRights(client)
  const [{ where, how }, setChoice] = useState(now ?? normal)
  const [tried, setTried] = useState(false)
  const { busy, error, send } = useRequest()
  const chosen = where === 'everywhere' ? [] : where
  const gone = chosen.filter((id) => !servers.some((server) => server.id === id))
  const places = [...servers, ...gone.map((id) => ({ id, name: id }))]
  const isNowhere = where !== 'everywhere' && where.length === 0

  const submit = async () => {
    setTried(true)
    if (isNowhere) return
    const result = await send(attempt('clients:edit', { id: client.id, ...rightsOfChoice({ where, how }) }))
    if (result.ok) onClose()
  }

  const toggle = (id: string) =>
    setChoice({ how, where: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] })

  return (
    <Form
      className="client-card change-access"
      label={t('clients.editNamed', { name })}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset>
        <legend>{t('access.where')}</legend>
        <label>
          <input
            type="radio"
            name={`${group}-where`}
            checked={where === 'everywhere'}
            onChange={() => setChoice({ how, where: 'everywhere' })}
          />
          {t('access.everywhereChoice')}
        </label>
        <label>
          <input
            type="radio"
            name={`${group}-where`}
            checked={where !== 'everywhere'}
            onChange={() => setChoice({ how, where: chosen })}
          />
          {t('access.onlyChoice')}
        </label>
        {where !== 'everywhere' && (
          <div className="change-access-servers">
            {places.map((server) => (
              <label key={server.id}>
                <input type="checkbox" checked={where.includes(server.id)} onChange={() => toggle(server.id)} />
                {visibleText(nameOf(server))}
              </label>
            ))}
            {places.length === 0 && <p>{t('access.noServers')}</p>}
          </div>
        )}
        {tried && isNowhere && <p role="alert">{t('access.chooseServer')}</p>}
      </fieldset>
      <fieldset>
        <legend>{t('access.howLabel')}</legend>
        {manners.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`${group}-how`}
              checked={how === one}
              onChange={() => setChoice({ where, how: one })}
            />
            <span>
              {t(`access.how.${one}`)}
              <small>{t(`access.means.${one}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {!now && <p>{t('access.replaces')}</p>}
      {isShared && <p>{t('access.shared')}</p>}
      {error && <ErrorNote title={t('clients.editFailed')} error={error} />}
      <div className="client-card-buttons">
        <SubmitButtons label={t('clients.save')} busy={busy} onCancel={onClose} />
      </div>
    </Form>
  )
}
