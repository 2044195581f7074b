/** What servers offer that waits until a person accepts or rejects it. */
import { type Server, waitingOn } from '../../src-main/contract/server.js'

export const unacceptedOf = (known: readonly Server[]): number =>
  known.reduce((sum, server) => sum + waitingOn(server).length, 0)

export const withUnaccepted = (known: readonly Server[]): readonly Server[] =>
  known.filter((server) => waitingOn(server).length > 0)
