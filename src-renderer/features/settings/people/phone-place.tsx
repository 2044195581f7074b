/** Phone place: the switch and the networks for phones, and pairing one. */
import type { LanState, ListedNetwork, PhoneNetwork } from '@shared/clients/people.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { people } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Choice } from '../../../ui/fields/choice.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import type { SectionProps } from '../section.js'
import { PairingCard } from './pairing-card.js'

interface PhoneNetworksProps {
  readonly networks: readonly ListedNetwork[]
  readonly onChoose: (chosen: readonly PhoneNetwork[]) => void
}

const isSame = (one: PhoneNetwork, other: PhoneNetwork): boolean =>
  one.interface === other.interface && one.network === other.network

/** The owner chooses the networks in which phones may connect. */
const PhoneNetworks = ({ networks, onChoose }: PhoneNetworksProps) => {
  const { t } = useTranslation()
  const toggle = (toggled: ListedNetwork) => {
    const chosen = networks.filter((one) => (isSame(one, toggled) ? !toggled.isChosen : one.isChosen))
    onChoose(chosen.map((one) => ({ interface: one.interface, network: one.network })))
  }
  return (
    <fieldset className="people-networks">
      <legend>{t('people.networks')}</legend>
      <p>{t(networks.length === 0 ? 'people.noneFound' : 'people.networksText')}</p>
      {networks.map((one) => (
        <label key={`${one.interface} ${one.network} ${one.present?.address}`}>
          <input type="checkbox" checked={one.isChosen} onChange={() => toggle(one)} />
          <span>{one.present ? t(`people.kinds.${one.present.kind}`) : t('people.absent')}</span>
          <span className="mono">
            <MaskedText text={one.interface} />
          </span>
          <span className="mono people-network-address">
            <MaskedText text={one.present?.address ?? one.network} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

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

export const PhonePlace = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { value, status } = people.use()
  const { lan, networks, people: known, pairing } = value
  const person = known.find(({ id }) => id === pairing?.person)
  const { lanApprovals } = settings
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
      {lan.kind === 'on' && pairing && (
        <PairingCard key={pairing.id} pairing={pairing} person={person} fingerprint={lan.fingerprint} />
      )}
      {lan.kind === 'on' && !pairing && (
        <Button tone="go" icon="plus" disabled={busy} onClick={() => void send(attempt('people:pair', {}))}>
          {t('people.add')}
        </Button>
      )}
      <p className="people-note">{t('people.note')}</p>
    </div>
  )
}
