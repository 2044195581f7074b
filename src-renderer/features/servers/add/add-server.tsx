/**
 * Add a server: by where it runs, each place with what one needs. The servers of this computer are listed at once; the
 * demo world, worlds of the network and plugins of developers are links below.
 */

import type { SetupPlan } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { bedrock } from '../../../state/feeds.js'
import { useMayOrder } from '../../../state/gateway.js'
import { goTo } from '../../../state/navigation.js'
import { useRequest } from '../../../state/use-request.js'
import { Icon } from '../../../ui/theme/icon.js'
import type { IconName } from '../../../ui/theme/icon-paths.js'
import { ServerForm } from '../server-form.js'
import { ChangeStep } from '../setup/change-step.js'
import { SetupProblem } from '../setup/setup-problem.js'
import { BedrockWorld } from './bedrock-world.js'
import { DockerForm } from './docker-form.js'
import { FoundServers } from './found-servers.js'
import { HostForm } from './host-form.js'
import { LanWorlds } from './lan-worlds.js'
import { RemoteForm } from './remote-form.js'
import { SshForm } from './ssh-form.js'
import { useSearch } from './use-search.js'
import './add-server.css'

const places = ['here', 'host', 'ssh', 'docker', 'remote', 'bedrock'] as const
type Place = (typeof places)[number]

const looks: Readonly<Record<Place, IconName>> = {
  here: 'computer',
  host: 'cloud',
  ssh: 'terminal',
  docker: 'container',
  remote: 'server',
  bedrock: 'world',
}

interface WayProps {
  readonly place: Place
  readonly open: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}

const Way = ({ place, open, onOpen, children }: WayProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="add-way" aria-label={t(`addJava.place.${place}`)}>
      <button type="button" className="add-way-head" aria-expanded={open} aria-controls={id} onClick={onOpen}>
        <span className={`add-tile ${place}`}>
          <Icon name={looks[place]} size={20} />
        </span>
        <span className="add-way-name">
          <b>{t(`addJava.place.${place}`)}</b>
          <span>{t(`addJava.placeText.${place}`)}</span>
        </span>
        <span className="add-way-need">
          <b>{t('addJava.youNeed')}</b>
          <span>{t(`addJava.need.${place}`)}</span>
        </span>
        <Icon name={open ? 'down' : 'right'} size={12} />
      </button>
      <div id={id} className="add-way-body" hidden={!open}>
        {open && children}
      </div>
    </section>
  )
}

interface LinkProps {
  readonly question: string
  readonly label: string
  readonly open?: boolean
  readonly busy?: boolean
  readonly onOpen: () => void
}

const Link = ({ question, label, open, busy = false, onOpen }: LinkProps) => (
  <p>
    {question}{' '}
    <button type="button" className="add-link" aria-expanded={open} disabled={busy} onClick={onOpen}>
      {label}
    </button>
  </p>
)

export interface AddServerProps {
  readonly onAdded: (server: Server) => void
  /** The set-up of a server on this computer has begun; its id. */
  readonly onSetUp: (id: string) => void
  /** The demo world is offered elsewhere on the screen. */
  readonly withoutDemo?: boolean
}

export const AddServer = ({ onAdded, onSetUp, withoutDemo = false }: AddServerProps) => {
  const { t } = useTranslation()
  const found = useSearch()
  const [plan, setPlan] = useState<SetupPlan>()
  const isGameWaiting = bedrock.use(({ value }) => value.waiting.length > 0)
  const [chosen, setChosen] = useState<Place | 'none'>()
  const maySearch = useMayOrder('java:choose-folder')
  const mayAddGateway = useMayOrder('gateways:add')
  const open = chosen ?? (isGameWaiting ? 'bedrock' : maySearch ? 'here' : 'none')
  const [other, setOther] = useState<'agent' | 'lan'>()
  const { busy, error, send } = useRequest()

  const look = async (folder: string) => {
    const result = await send(attempt('java:plan', { folder }))
    if (result.ok) setPlan(result.value)
  }
  const chooseFolder = async () => {
    const result = await send(attempt('java:choose-folder'))
    if (result.ok && result.value !== null) await look(result.value.folder)
  }
  const addDemo = async () => {
    const result = await send(attempt('servers:add-demo'))
    if (result.ok) onAdded(result.value)
  }

  if (plan) {
    return <ChangeStep plan={plan} onCancel={() => setPlan(undefined)} onStale={setPlan} onDone={onSetUp} />
  }
  if (other === 'agent') return <ServerForm onClose={() => setOther(undefined)} onDone={onAdded} />
  const bodies: Readonly<Record<Place, ReactNode>> = {
    here: (
      <FoundServers
        found={found}
        busy={busy}
        onSetUp={(folder) => void look(folder)}
        onChooseFolder={() => void chooseFolder()}
      />
    ),
    host: <HostForm onAdded={onAdded} />,
    ssh: <SshForm onAdded={onAdded} />,
    docker: <DockerForm onAdded={onAdded} />,
    remote: <RemoteForm onAdded={onAdded} />,
    bedrock: <BedrockWorld onAdded={onAdded} />,
  }
  return (
    <div className="add-server">
      <h2>{t('addJava.title')}</h2>
      {error && <SetupProblem error={error} />}
      <div className="add-ways">
        {places
          .filter((place) => place !== 'here' || maySearch)
          .map((place) => (
            <Way
              key={place}
              place={place}
              open={open === place}
              onOpen={() => setChosen(open === place ? 'none' : place)}
            >
              {bodies[place]}
            </Way>
          ))}
      </div>
      <div className="add-links">
        {!withoutDemo && (
          <Link question={t('addJava.noServer')} label={t('addJava.demo')} busy={busy} onOpen={() => void addDemo()} />
        )}
        {maySearch && (
          <Link
            question={t('addJava.friend')}
            label={t('addJava.lan')}
            open={other === 'lan'}
            onOpen={() => setOther(other === 'lan' ? undefined : 'lan')}
          />
        )}
        {mayAddGateway && (
          <Link
            question={t('gateways.elsewhere')}
            label={t('gateways.add')}
            onOpen={() => goTo({ screen: 'settings', about: 'gateways' })}
          />
        )}
        <Link question={t('addJava.ownPlugin')} label={t('addJava.agent')} onOpen={() => setOther('agent')} />
      </div>
      {other === 'lan' && <LanWorlds found={found} />}
    </div>
  )
}
