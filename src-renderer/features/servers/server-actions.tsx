/** Server actions: what AI may do on one server, and which program may do what. */

import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { WhatAiMayDo } from '../../actions/what-ai-may-do.js'
import { ServerAccess } from './server-access.js'
import { ServerRefusals } from './server-refusals.js'

export const ServerActions = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  return (
    <>
      <WhatAiMayDo server={server} />
      <section className="server-section" aria-label={t('serverCare.access')}>
        <h2>{t('serverCare.access')}</h2>
        <ServerAccess server={server} />
      </section>
      <ServerRefusals server={server} />
    </>
  )
}
