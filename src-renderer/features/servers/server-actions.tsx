/** Server actions: what AI may do on one server, and which program may do what. */

import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { Review } from './review.js'
import { ServerAccess } from './server-access.js'
import { ServerCapabilities } from './server-capabilities.js'

export const ServerActions = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  return (
    <>
      <Review server={server} />
      <section className="server-section" aria-label={t('serverCare.access')}>
        <h2>{t('serverCare.access')}</h2>
        <ServerAccess server={server} />
      </section>
      <ServerCapabilities server={server} />
    </>
  )
}
