/** Access line: role and rate of a client, in a few words; and what the role means, where it is named for the first time. */

import type { BridgeClient } from '@shared/clients/client.js'
import { useTranslation } from 'react-i18next'
import { hasExceptions } from './access-draft.js'

export interface AccessLineProps {
  readonly access: BridgeClient
  readonly explained?: boolean
}

export const AccessLine = ({ access, explained = false }: AccessLineProps) => {
  const { t } = useTranslation()
  const words = [
    t(`clients.roles.${access.role}`),
    ...(access.role !== 'none' && hasExceptions(access) ? [t('clients.withExceptions')] : []),
    ...(access.callsPerMinute === undefined ? [] : [t('clients.rate', { count: access.callsPerMinute })]),
  ]
  return (
    <>
      <span className="client-row-about">{words.join(' · ')}</span>
      {explained && <span className="client-row-means">{t(`clients.roleTexts.${access.role}`)}</span>}
    </>
  )
}
