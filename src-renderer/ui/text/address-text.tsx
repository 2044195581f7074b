/**
 * Address text: the whole address with its host marked, and a warning about misleading parts.
 *
 * Guards invariant 5: the host is shown as a browser resolves it.
 */

import type { PlainAddress } from '@shared/text/plain-address.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../theme/icon.js'
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
