/** Unaccepted: the actions of servers that are new or changed, and that their owner has not chosen yet. */
import { isOffByDefault } from '@shared/approvals/off-by-default.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { type Server, waitingOn } from '@shared/servers/server.js'

/** What is off by default is simply off. */
export const unchosenOn = (server: Server): readonly QuarantinedCapability[] =>
  waitingOn(server).filter(({ id, reason }) => reason === 'changed' || !isOffByDefault(id))

export const unacceptedOf = (known: readonly Server[]): number =>
  known.reduce((sum, server) => sum + unchosenOn(server).length, 0)
