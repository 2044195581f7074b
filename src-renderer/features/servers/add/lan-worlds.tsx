/** LAN worlds: the worlds announced in the network, and how to add each kind. */

import type { FoundServers } from '@shared/servers/java-server.js'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Name } from '../../../ui/text/name.js'

export const LanWorlds = ({ found }: { readonly found: FoundServers }) => {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  // It opens below the other ways, perhaps out of sight.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  const { network, searching } = found
  return (
    <section ref={place} className="add-lan" aria-label={t('addJava.lan')}>
      {network.length === 0 && <p role="status">{t(searching ? 'addJava.searching' : 'addJava.nothingInNetwork')}</p>}
      <ul className="found-list">
        {network.map(({ key, kind, name, host, port }) => (
          <li key={key}>
            <div className="found-words">
              <div className="found-name">
                <Name text={name} />
                <Name text={`${host}:${port}`} className="mono" />
              </div>
              <p>{t(`addJava.network.${kind}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
