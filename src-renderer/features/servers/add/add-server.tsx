/**
 * Add a server: the ways to connect one, all open at once: a Java server on this computer, one in the network or at a
 * host, a contract agent, the demo world.
 */

import type { SetupPlan } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { Icon } from '../../../ui/theme/icon.js'
import type { IconName } from '../../../ui/theme/icon-paths.js'
import { ServerForm } from '../server-form.js'
import { ChangeStep } from '../setup/change-step.js'
import { SetupProblem } from '../setup/setup-problem.js'
import { BedrockWorld } from './bedrock-world.js'
import { FoundServers } from './found-servers.js'
import { LanWorlds } from './lan-worlds.js'
import { RemoteForm } from './remote-form.js'
import { useSearch } from './use-search.js'
import './add-server.css'
import { useRequest } from '../../../state/use-request.js'

type OtherWay = 'agent' | 'lan'

interface WayProps {
  readonly icon: IconName
  readonly name: string
  readonly text: string
  readonly open: boolean
  readonly onOpen: () => void
}

const Way = ({ icon, name, text, open, onOpen }: WayProps) => (
  <button type="button" className="add-way" aria-expanded={open} onClick={onOpen}>
    <Icon name={icon} />
    <span>
      <b>{name}</b>
      <small>{text}</small>
    </span>
    <Icon name={open ? 'down' : 'right'} size={12} />
  </button>
)

export interface AddServerProps {
  readonly onAdded: (server: Server) => void
  /** The set-up of a server on this computer has begun; its id. */
  readonly onSetUp: (id: string) => void
}

export const AddServer = ({ onAdded, onSetUp }: AddServerProps) => {
  const { t } = useTranslation()
  const found = useSearch()
  const [plan, setPlan] = useState<SetupPlan>()
  const [other, setOther] = useState<OtherWay | undefined>(undefined)
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
  const toggle = (way: OtherWay) => setOther(other === way ? undefined : way)

  if (plan) {
    return <ChangeStep plan={plan} onCancel={() => setPlan(undefined)} onStale={setPlan} onDone={onSetUp} />
  }
  if (other === 'agent') return <ServerForm onClose={() => setOther(undefined)} onDone={onAdded} />
  return (
    <div className="add-server">
      <h2>{t('addJava.title')}</h2>
      {error && <SetupProblem error={error} />}
      <div className="add-choices">
        <FoundServers
          found={found}
          busy={busy}
          onSetUp={(folder) => void look(folder)}
          onChooseFolder={() => void chooseFolder()}
        />
        <div className="add-column">
          <RemoteForm onAdded={onAdded} />
          <BedrockWorld onAdded={onAdded} />
        </div>
      </div>
      <h3>{t('addJava.otherWays')}</h3>
      <div className="add-ways">
        <Way
          icon="plug"
          name={t('addJava.agent')}
          text={t('addJava.agentText')}
          open={false}
          onOpen={() => toggle('agent')}
        />
        <Way
          icon="search"
          name={t('addJava.lan')}
          text={t('addJava.lanText')}
          open={other === 'lan'}
          onOpen={() => toggle('lan')}
        />
        <Way
          icon="world"
          name={t('addJava.demo')}
          text={t('addJava.demoText')}
          open={false}
          onOpen={() => void addDemo()}
        />
      </div>
      {other === 'lan' && <LanWorlds found={found} />}
    </div>
  )
}
