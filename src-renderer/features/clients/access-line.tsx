/** Access line: role and rate of a client, in a few words. */
import { useTranslation } from 'react-i18next'
import type { Bridge } from '../../../src-main/contract/client.js'
import { hasExceptions } from './access-draft.js'

export const AccessLine = ({ access }: { readonly access: Bridge }) => {
  const { t } = useTranslation()
  const words = [
    t(`clients.roles.${access.role}`),
    ...(access.role !== 'none' && hasExceptions(access) ? [t('clients.withExceptions')] : []),
    ...(access.callsPerMinute === undefined ? [] : [t('clients.rate', { count: access.callsPerMinute })]),
  ]
  return <span className="client-row-about">{words.join(' · ')}</span>
}
