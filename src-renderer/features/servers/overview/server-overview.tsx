/** Server overview: who is online, the console, and what AI did here. */

import { capabilityForAct, playerActs } from '@shared/servers/owner-acts.js'
import type { Server } from '@shared/servers/server.js'
import { useMayOrder } from '../../../state/gateway.js'
import { AiClients, AiToday, LastBackup } from './ai-today.js'
import { Players } from './players.js'
import { ServerConsole } from './server-console.js'
import './overview.css'

export const ServerOverview = ({ server }: { readonly server: Server }) => {
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
