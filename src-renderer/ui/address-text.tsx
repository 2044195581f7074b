/**
 * Address text: the whole of an address, with the host that it leads to marked, and what may deceive about it in words.
 *
 * Guards invariant 5 on the screen: the host is written as a browser would reach it.
 */
import { useTranslation } from 'react-i18next'
import type { PlainAddress } from '../../src-main/contract/plain-address.js'
import { Icon } from './icon.js'
import { visibleText } from './visible-text.js'
import './address-text.css'

export const AddressText = ({ address }: { readonly address: PlainAddress }) => {
  const { t } = useTranslation()
  return (
    <div className="address">
      <bdi className="address-text untrusted">
        {visibleText(address.before)}
        <mark>{visibleText(address.host)}</mark>
        {visibleText(address.after)}
      </bdi>
      {address.warnings.length > 0 && (
        <ul className="address-warnings">
          {address.warnings.map((warning) => (
            <li key={warning}>
              <Icon name="warning" size={14} />
              {t(`address.${warning}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
