/** People list: who answers, with which role, for which servers and in which places. */
import type { ListedPerson } from '@shared/clients/person.js'
import { type PersonRole, personRoles } from '@shared/clients/person-role.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { people, useStableServers } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { Confirm } from '../../../ui/layout/confirm.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { Name } from '../../../ui/text/name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { PersonWays } from './person-ways.js'
import './people-list.css'

interface PersonProps {
  readonly person: ListedPerson
}

/** The servers of a moderator; every server while none is chosen. */
const PersonServers = ({ person: { id, name, servers } }: PersonProps) => {
  const { t } = useTranslation()
  const known = useStableServers()
  const { error, send } = useRequest()
  const change = (chosen: readonly string[] | undefined) =>
    void send(attempt('people:change', { id, role: 'moderator', ...(chosen && { servers: chosen }) }))
  const toggle = (server: string) =>
    change(servers?.includes(server) ? servers.filter((one) => one !== server) : [...(servers ?? []), server])
  return (
    <fieldset className="person-servers">
      <legend className="visually-hidden">{t('people.servers', { name: visibleText(name) })}</legend>
      <label>
        <input type="checkbox" checked={!servers} onChange={() => change(servers ? undefined : [])} />
        <span>{t('people.allServers')}</span>
      </label>
      {servers &&
        known.map((server) => (
          <label key={server.id}>
            <input type="checkbox" checked={servers.includes(server.id)} onChange={() => toggle(server.id)} />
            <MaskedText text={server.name} />
          </label>
        ))}
      {servers?.length === 0 && <p role="status">{t('people.noServers')}</p>}
      {error && <ErrorNote error={error} />}
    </fieldset>
  )
}

const Removing = ({ id, onKeep }: { readonly id: string; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  return (
    <Confirm
      question={t('people.removeQuestion')}
      text={t('people.removeText')}
      keep={t('people.keep')}
      act={t('people.remove')}
      busy={busy}
      error={error}
      onKeep={onKeep}
      onAct={() => void send(attempt('people:remove', { id }))}
    />
  )
}

const PersonRow = ({ person, canPair }: PersonProps & { readonly canPair: boolean }) => {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState(false)
  const { error, send } = useRequest()
  const { id, name, role } = person
  const isHere = id === 'desktop'
  return (
    <li className="person-row">
      <div className="person-row-line">
        <div>
          {isHere ? <b className="people-name">{t('people.you')}</b> : <Name text={name} className="people-name" />}
          <p>{t(`people.roleTexts.${role}`)}</p>
        </div>
        {isHere ? (
          <span className="person-role">{t('people.roles.owner')}</span>
        ) : (
          <>
            <SelectField<PersonRole>
              quiet
              label={t('people.roleOf', { name: visibleText(name) })}
              value={role}
              options={[...personRoles].reverse().map((value) => ({ value, label: t(`people.roles.${value}`) }))}
              onChoose={(chosen) => void send(attempt('people:change', { id, role: chosen }))}
            />
            <Button
              tone="quiet"
              size="s"
              aria-label={t('people.removeNamed', { name: visibleText(name) })}
              aria-expanded={removing}
              onClick={() => setRemoving(!removing)}
            >
              {t('people.remove')}
            </Button>
          </>
        )}
      </div>
      {error && <ErrorNote error={error} />}
      {removing && <Removing id={id} onKeep={() => setRemoving(false)} />}
      {role === 'moderator' && <PersonServers person={person} />}
      <PersonWays person={person} canPair={canPair} />
    </li>
  )
}

export const PeopleList = () => {
  const { t } = useTranslation()
  const { value, status } = people.use()
  if (status !== 'ready') return null
  const canPair = value.lan.kind === 'on' && value.pairing === null
  return (
    <section className="people-list" aria-labelledby="people-title">
      <h3 id="people-title">{t('people.title')}</h3>
      <p>{t('people.text')}</p>
      <ul aria-label={t('people.title')}>
        {value.people.map((person) => (
          <PersonRow key={person.id} person={person} canPair={canPair} />
        ))}
      </ul>
    </section>
  )
}
