/** People settings: the other approvers, the switch for their phones, and adding one. */

import type { LanState } from '@shared/clients/people.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { people } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Choice } from '../../../ui/fields/choice.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import type { SectionProps } from '../section.js'
import { PairingCard } from './pairing-card.js'
import { PersonRow } from './person-row.js'
import { PhoneNetworks } from './phone-networks.js'
import './people-settings.css'

const Standing = ({ lan }: { readonly lan: LanState }) => {
  const { t } = useTranslation()
  switch (lan.kind) {
    case 'off':
      return <p>{t('people.off')}</p>
    case 'no-choice':
      return <p role="status">{t('people.noChoice')}</p>
    case 'no-network':
      return <p role="status">{t('people.noNetwork')}</p>
    case 'failed':
      return <ErrorNote error={lan.error} />
    case 'on':
      return (
        <p role="status">
          {t('people.on')} <span className="mono people-origin">{lan.origins.join(', ')}</span>
        </p>
      )
  }
}

export const PeopleSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { value, status } = people.use()
  const { lan, networks, people: known, pairing } = value
  const { lanApprovals, criticalQuorum } = settings
  const { busy, error, send } = useRequest()
  if (status !== 'ready') return null
  return (
    <div className="people">
      <section className="people-switch">
        <div>
          <h3>{t('people.switch')}</h3>
          <p>{t('people.switchText')}</p>
          <Standing lan={lan} />
        </div>
        <Choice
          label={t('people.switch')}
          value={lanApprovals.enabled ? 'on' : 'off'}
          options={[
            { value: 'on', label: t('people.turnOn') },
            { value: 'off', label: t('people.turnOff') },
          ]}
          onChange={(turned) => onChange({ lanApprovals: { ...lanApprovals, enabled: turned === 'on' } })}
        />
      </section>
      <PhoneNetworks
        networks={networks}
        onChoose={(chosen) => onChange({ lanApprovals: { ...lanApprovals, networks: chosen } })}
      />
      {error && <ErrorNote error={error} />}
      {lan.kind === 'on' && pairing && <PairingCard key={pairing.id} pairing={pairing} fingerprint={lan.fingerprint} />}
      <ul aria-label={t('people.list')}>
        <li className="person-row">
          <div className="person-row-line">
            <div>
              <span className="people-name">{t('peopleCare.you')}</span>
              <p>{t(criticalQuorum > 1 ? 'peopleCare.youOfTwo' : 'peopleCare.youAlone')}</p>
            </div>
          </div>
        </li>
        {known.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      {known.length === 0 && <p className="people-nobody">{t('people.nobody')}</p>}
      {lan.kind === 'on' && !pairing && (
        <Button tone="go" icon="plus" disabled={busy} onClick={() => void send(attempt('people:pair'))}>
          {t('people.add')}
        </Button>
      )}
      <p className="people-note">{t('people.note')}</p>
    </div>
  )
}
