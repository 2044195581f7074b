/** What servers offer that waits until a person accepts it. */
import type { Server } from '../../src-main/contract/server.js'

export const unacceptedOf = (known: readonly Server[]): number =>
  known.reduce((sum, { quarantined = [] }) => sum + quarantined.length, 0)

export const withUnaccepted = (known: readonly Server[]): readonly Server[] =>
  known.filter(({ quarantined = [] }) => quarantined.length > 0)
