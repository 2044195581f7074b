/** Server access: the rights of each client on this server; each expands to every action and the reason. */

import type { ContractError } from '@contract/generated/error.js'
import { bridge, effects } from '@shared/clients/client.js'
import type { Server } from '@shared/servers/server.js'
import type { CapabilityAccess, ClientAccess } from '@shared/servers/server-care.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { Fragment, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { clients } from '../../state/feeds.js'
import { goTo, goToRules } from '../../state/navigation.js'
import { rules } from '../../state/rules.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import './server-access.css'

type Read<T> = { readonly value?: T; readonly error?: ContractError }

const looks = { allow: 'done', ask: 'ask', deny: 'refused' } as const

const useNames = (server: Server) => {
  const { t } = useTranslation()
  return (id: string): string => {
    const key = coreNameKey(id)
    return key ? t(key) : (server.capabilities.find((one) => one.id === id)?.name ?? id)
  }
}

const Abilities = ({
  server,
  client,
  id,
}: {
  readonly server: Server
  readonly client: string
  readonly id: string
}) => {
  const { t } = useTranslation()
  const nameOf = useNames(server)
  const [read, setRead] = useState<Read<readonly CapabilityAccess[]>>({})
  const offered = server.capabilities.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of abilities is another answer
  useEffect(() => {
    let left = false
    void attempt('servers:access-of', { id: server.id, client }).then((answer) => {
      if (!left) setRead(answer.ok ? { value: answer.value } : { error: answer.error })
    })
    return () => {
      left = true
    }
  }, [server.id, client, offered])
  return (
    <div className="access-abilities" id={id}>
      {read.error && <ErrorNote error={read.error} quiet />}
      {effects.map((effect) => {
        const some = read.value?.filter((one) => one.effect === effect) ?? []
        if (some.length === 0) return null
        return (
          <Fragment key={effect}>
            <h3>
              <Icon name={looks[effect]} size={12} className={`access-${effect}`} />
              {t(`serverCare.effects.${effect}`)}
            </h3>
            <ul>
              {some.map((one) => (
                <li key={one.id}>
                  <Name text={nameOf(one.id)} /> <small>{t(`serverCare.why.${one.effect}.${one.why}`)}</small>
                </li>
              ))}
            </ul>
          </Fragment>
        )
      })}
      <p>{t('serverCare.accessNote')}</p>
    </div>
  )
}

const ClientLine = ({ server, access }: { readonly server: Server; readonly access: ClientAccess }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const name = access.id === bridge.id ? t('clients.bridgeName') : (access.name ?? access.id)
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'right'} size={12} />
            <Name text={name} />
          </button>
        </th>
        <td>
          {t(`clients.roles.${access.role}`)}
          {access.ownRole && <small> {t('serverCare.ownRole')}</small>}
          {access.permissions > 0 && <small> {t('serverCare.permissions', { count: access.permissions })}</small>}
        </td>
        <td className="access-allow">{access.allow}</td>
        <td className="access-ask">{access.ask}</td>
        <td className="access-deny">{access.deny}</td>
        <td>
          {access.rules.length === 0 ? (
            <span className="access-none">{t('serverCare.noRules')}</span>
          ) : (
            <Button
              tone="quiet"
              size="s"
              aria-label={t('serverCare.rulesOf', { count: access.rules.length, name: visibleText(name) })}
              onClick={() => goToRules(access.id === bridge.id ? server.id : access.id)}
            >
              {t('serverCare.rules', { count: access.rules.length })}
            </Button>
          )}
        </td>
        <td>
          <Button
            tone="quiet"
            size="s"
            aria-label={t('serverCare.changeNamed', { name: visibleText(name) })}
            onClick={() => goTo({ screen: 'clients', about: access.id })}
          >
            {t('serverCare.change')}
          </Button>
        </td>
      </tr>
      {open && (
        <tr className="access-open">
          <td colSpan={7}>
            <Abilities server={server} client={access.id} id={id} />
          </td>
        </tr>
      )}
    </>
  )
}

export const ServerAccess = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const [read, setRead] = useState<Read<readonly ClientAccess[]>>({})
  const known = clients.use((feed) => feed.value)
  const standing = rules.use((feed) => feed.value)
  const offered = server.capabilities.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: clients, rules and abilities are why it is asked again
  useEffect(() => {
    let left = false
    void attempt('servers:access', { id: server.id }).then((answer) => {
      if (!left) setRead(answer.ok ? { value: answer.value } : { error: answer.error })
    })
    return () => {
      left = true
    }
  }, [server.id, known, standing, offered])
  if (read.error) return <ErrorNote error={read.error} quiet />
  const roles = [...new Set(read.value?.map(({ role }) => role))]
  return (
    <>
      <table className="access">
        <thead>
          <tr>
            <th scope="col">{t('serverCare.who')}</th>
            <th scope="col">{t('serverCare.role')}</th>
            <th scope="col">{t('serverCare.effects.allow')}</th>
            <th scope="col">{t('serverCare.effects.ask')}</th>
            <th scope="col">{t('serverCare.effects.deny')}</th>
            <th scope="col">{t('serverCare.rulesHere')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {read.value?.map((access) => (
            <ClientLine key={access.id} server={server} access={access} />
          ))}
        </tbody>
      </table>
      <dl className="access-roles">
        {roles.map((role) => (
          <div key={role}>
            <dt>{t(`clients.roles.${role}`)}</dt> <dd>{t(`clients.roleTexts.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
