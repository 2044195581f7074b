/** Problem remarks: what the details of a server's problem add, as keys of the catalogue with their values. */

import type { ContractError } from '@contract/generated/error.js'
import { bedrockOffline } from '@shared/servers/bedrock.js'

export interface FieldProblem {
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

export function remarksOn({ code, details = {} }: ContractError): readonly FieldProblem[] {
  const { tried, everyMinutes, gateway, agent } = details
  const remarks: FieldProblem[] = []
  if (typeof tried === 'number' && typeof everyMinutes === 'number') {
    remarks.push({ key: 'servers.triedInVain', values: { count: tried, minutes: everyMinutes } })
  }
  if (code === 'PROTOCOL.VERSION_MISMATCH' && typeof gateway === 'string' && typeof agent === 'string') {
    remarks.push({ key: 'servers.contractVersions', values: { gateway, agent } })
  }
  if (details.reason === bedrockOffline) remarks.push({ key: 'servers.bedrockAway', values: {} })
  return remarks
}
