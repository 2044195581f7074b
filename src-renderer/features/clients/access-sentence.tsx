/** Access sentence: what a client may do, in two short sentences: where, then how. */

import type { Rights } from '@shared/clients/client.js'
import { useTranslation } from 'react-i18next'
import { useStableServers } from '../../state/feeds.js'
import { useServerName } from '../../ui/names/server-name.js'
import { Gap } from '../../ui/text/gap.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { choiceOfRights, mayDoNothing } from './access-choice.js'

export const AccessSentence = ({ rights }: { readonly rights: Rights }) => {
  const { t, i18n } = useTranslation()
  const servers = useStableServers()
  const nameOf = useServerName()
  const choice = choiceOfRights(rights)
  if (!choice) return <span>{t(mayDoNothing(rights) ? 'access.nothing' : 'access.special')}</span>
  const { where, how } = choice
  const named = (id: string) => visibleText(nameOf(servers.find((server) => server.id === id) ?? { id, name: id }))
  const names = where === 'everywhere' ? [] : where.map(named)
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names)
  return (
    <span>
      <strong>{where === 'everywhere' ? t('access.everywhere') : t('access.only', { servers: list })}</strong>
      <Gap />
      {t(`access.how.${how}`)}
    </span>
  )
}
