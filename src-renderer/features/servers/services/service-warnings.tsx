/** Service warnings: what of a running service a person should know, though nothing failed. */

import type { ServiceWarning } from '@shared/servers/service.js'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../../../ui/text/visible-text.js'

export const ServiceWarnings = ({ warnings }: { readonly warnings: readonly ServiceWarning[] }) => {
  const { t } = useTranslation()
  return warnings.map(({ kind, count, names }) => (
    <div className="service-problem warning" role="status" key={kind}>
      <strong>{t(`services.warning.${kind}.what`, { count })}</strong>
      <p>{t(`services.warning.${kind}.next`)}</p>
      <p className="mono service-problem-words">
        {names.map(visibleText).join(', ')}
        {count > names.length && ' …'}
      </p>
    </div>
  ))
}
