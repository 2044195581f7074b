/** Unaccepted: the actions of servers that wait for acceptance. */
import { type Server, waitingOn } from '@shared/servers/server.js'

export const unacceptedOf = (known: readonly Server[]): number =>
  known.reduce((sum, server) => sum + waitingOn(server).length, 0)

export const withUnaccepted = (known: readonly Server[]): readonly Server[] =>
  known.filter((server) => waitingOn(server).length > 0)
