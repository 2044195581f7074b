/** Server page: what one server is and how it is, its main actions, and its tabs. */

import { isBuild } from '@shared/build/build-preview.js'
import { capabilityForAct, playerActs } from '@shared/servers/owner-acts.js'
import type { Server } from '@shared/servers/server.js'
import { Tabs } from 'radix-ui'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhatAiMayDo } from '../../actions/what-ai-may-do.js'
import { useMayOrder } from '../../state/gateway.js'
import { goToServer, type ServerTab, serverTabs } from '../../state/navigation.js'
import { unchosenOn } from '../../state/unaccepted.js'
import { Button } from '../../ui/buttons/button.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { ServerBackups } from './backups/server-backups.js'
import { BuildAreas } from './building/build-areas.js'
import { StructureFiles } from './building/structure-files.js'
import { JavaCheck, useJavaCheck } from './java-check.js'
import { type NewServerField, secretOf } from './new-server.js'
import { AiClients, AiToday, LastBackup } from './overview/ai-today.js'
import { Players } from './overview/players.js'
import { ServerConsole } from './overview/server-console.js'
import { Removal } from './removal.js'
import { RenameForm } from './rename-form.js'
import { ServerAccess } from './server-access.js'
import { ServerConnection } from './server-connection.js'
import { ServerForm } from './server-form.js'
import { ServerHeader } from './server-header.js'
import { ServerProblem } from './server-problem.js'
import { ServerRefusals } from './server-refusals.js'
import { TrialReport } from './trial-report.js'
import { useTrial } from './use-trial.js'
import { useWayCheck, WayCheck } from './way-check.js'
import './server-page.css'
import './building/building.css'
import './overview/overview.css'

type Open = 'removing' | 'renaming' | { readonly editing: NewServerField }

const isTab = (value: string): value is ServerTab => (serverTabs as readonly string[]).includes(value)

/** Only a Java server has a folder, and so backups of Gatehouse. */
const tabsOf = ({ kind, capabilities }: Server): readonly ServerTab[] => {
  const builds = capabilities.some(({ id }) => isBuild(id))
  return serverTabs.filter((tab) => (tab === 'backups' ? kind === 'java' : tab !== 'building' || builds))
}

export interface ServerPageProps {
  readonly server: Server
  readonly tab: ServerTab
  readonly onRemoved: (server: Server) => void
}

export const ServerPage = ({ server, tab, onRemoved }: ServerPageProps) => {
  const { t } = useTranslation()
  const trial = useTrial()
  const check = useJavaCheck(server.id)
  const wayCheck = useWayCheck(server.id)
  const [open, setOpen] = useState<Open>()
  const close = useCallback(() => setOpen(undefined), [])
  const mayChange = useMayOrder('servers:edit')
  const tabs = mayChange ? tabsOf(server) : tabsOf(server).filter((one) => one === 'overview')
  const shown = tabs.includes(tab) ? tab : 'overview'
  const waiting = unchosenOn(server).length
  const secret = secretOf(server)
  const needsSecret = server.problem !== undefined && /^AUTH\.(?!CERTIFICATE|HOST_KEY)/u.test(server.problem.code)
  const testJava = server.way ? wayCheck.run : check.run
  const tests = { agent: () => trial.run({ id: server.id }), java: testJava, simulator: undefined, bedrock: undefined }
  const test = server.kind === 'service' ? undefined : tests[server.kind]
  const contents: Readonly<Record<ServerTab, () => ReactNode>> = {
    overview: () => <ServerOverview server={server} />,
    actions: () => <ServerActions server={server} />,
    building: () => <ServerBuilding server={server} />,
    backups: () => <ServerBackups server={server} />,
    connection: () => <ServerConnection server={server} />,
  }

  return (
    <Tabs.Root
      className="server-page"
      value={shown}
      onValueChange={(chosen) => isTab(chosen) && goToServer(server.id, chosen)}
      activationMode="manual"
    >
      <ServerHeader
        server={server}
        testing={trial.busy || check.busy || wayCheck.busy}
        onTest={test && (() => void test())}
        onEdit={() => setOpen(server.kind === 'bedrock' ? 'renaming' : { editing: 'name' })}
        onRemove={() => setOpen('removing')}
      />
      <div className="server-notes">
        {open === 'removing' && <Removal server={server} onKeep={close} onRemoved={() => onRemoved(server)} />}
        {open === 'renaming' && <RenameForm server={server} onClose={close} />}
        {typeof open === 'object' && <ServerForm server={server} first={open.editing} onDone={close} onClose={close} />}
        <TrialReport trial={trial} />
        {server.way ? (
          <WayCheck server={server} check={wayCheck} />
        ) : (
          server.kind === 'java' && <JavaCheck check={check} onEdit={(editing) => setOpen({ editing })} />
        )}
        <ServerProblem server={server} />
        {needsSecret && secret && open === undefined && (
          <Button size="s" tone="go" onClick={() => setOpen({ editing: 'token' })}>
            {t(`serverCare.secret.${secret}.enter`)}
          </Button>
        )}
      </div>
      <Tabs.List className="server-tabs" aria-label={t('serverPage.tabs.of', { name: visibleText(server.name) })}>
        {tabs.map((one) => (
          <Tabs.Trigger key={one} value={one} className="server-tab">
            {t(`serverPage.tabs.${one}`)}
            {one === 'actions' && waiting > 0 && (
              <span className="server-tab-new">{t('serverPage.newActions', { count: waiting })}</span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Content key={one} value={one} className="server-tab-content">
          {contents[one]()}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** Where AI may build on a server, and the structure files that it may place on any. */
const ServerBuilding = ({ server }: { readonly server: Server }) => (
  <>
    <BuildAreas server={server} />
    <StructureFiles />
  </>
)

/** Who is online, the console, and what AI did here. */
const ServerOverview = ({ server }: { readonly server: Server }) => {
  const mayAct = useMayOrder('players:act')
  const mayRun = useMayOrder('console:run')
  const acts = playerActs.filter((act) => mayAct && capabilityForAct(server, act) !== undefined)
  return (
    <div className="overview">
      <div className="overview-main">
        <Players server={server} acts={acts} />
        {mayRun && <ServerConsole server={server} />}
      </div>
      <AiToday server={server}>
        <AiClients server={server} />
        {server.kind === 'java' && <LastBackup server={server} />}
      </AiToday>
    </div>
  )
}

/** What AI may do on one server, and which program may do what. */
const ServerActions = ({ server }: { readonly server: Server }) => {
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
