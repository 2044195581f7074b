/** Page frame: the frame of a client page: name, connection state, and the Back link. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Presence, type PresenceProps } from '../../connect/presence.js'
import { asCaller } from '../../connect/program-text.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { Screen } from '../../ui/layout/screen.js'
import { Avatar } from '../../ui/names/avatar.js'
import { Name } from '../../ui/text/name.js'

export const BackToClients = () => {
  const { t } = useTranslation()
  return (
    <Button tone="quiet" size="s" icon="left" onClick={() => goTo({ screen: 'clients' })}>
      {t('clientPage.back')}
    </Button>
  )
}

export interface PageFrameProps extends PresenceProps {
  readonly name: string
  readonly about: string
  readonly children: ReactNode
}

export const PageFrame = ({ name, about, connected, lastSeenAt, children }: PageFrameProps) => {
  const { t } = useTranslation()
  return (
    <Screen title={t('nav.clients')} bar={<BackToClients />}>
      <div className="client-page">
        <header className="client-page-head">
          <Avatar caller={asCaller(name)} />
          <div>
            <h2>
              <Name text={name} />
            </h2>
            <p>{about}</p>
          </div>
          <Presence connected={connected} lastSeenAt={lastSeenAt} />
        </header>
        {children}
      </div>
    </Screen>
  )
}
