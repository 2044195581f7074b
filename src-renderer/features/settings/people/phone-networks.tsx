/** Phone networks: the owner chooses the networks in which phones may connect. */

import type { ListedNetwork, PhoneNetwork } from '@shared/clients/people.js'
import { useTranslation } from 'react-i18next'
import { MaskedText } from '../../../ui/text/masked-text.js'

interface PhoneNetworksProps {
  readonly networks: readonly ListedNetwork[]
  readonly onChoose: (chosen: readonly PhoneNetwork[]) => void
}

const isSame = (one: PhoneNetwork, other: PhoneNetwork): boolean =>
  one.interface === other.interface && one.network === other.network

export const PhoneNetworks = ({ networks, onChoose }: PhoneNetworksProps) => {
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
