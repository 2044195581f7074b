/** Server name: the displayed name of a server; that of the demo world is translated. */

import { type NamedServer, serverName } from '@shared/servers/server-name.js'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Name } from '../text/name.js'

/** Still to be made visible. */
export const useServerName = (): ((server: NamedServer) => string) => {
  const { t } = useTranslation()
  return useCallback((server) => serverName(server, t), [t])
}

export interface ServerNameProps {
  readonly server: NamedServer
  readonly className?: string
}

export const ServerName = ({ server, className = '' }: ServerNameProps) => (
  <Name text={useServerName()(server)} className={className} />
)
