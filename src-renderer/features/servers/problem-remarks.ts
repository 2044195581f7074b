/** Problem remarks: what the details of a server's problem add, as keys of the catalogue with their values. */
import { bedrockAway } from '../../../src-main/contract/bedrock.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'

export interface Remark {
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

export function remarksOn({ code, details = {} }: ContractError): readonly Remark[] {
  const { tried, everyMinutes, gateway, agent } = details
  const remarks: Remark[] = []
  if (typeof tried === 'number' && typeof everyMinutes === 'number') {
    remarks.push({ key: 'servers.triedInVain', values: { count: tried, minutes: everyMinutes } })
  }
  if (code === 'PROTOCOL.VERSION_MISMATCH' && typeof gateway === 'string' && typeof agent === 'string') {
    remarks.push({ key: 'servers.contractVersions', values: { gateway, agent } })
  }
  if (details.reason === bedrockAway) remarks.push({ key: 'servers.bedrockAway', values: {} })
  return remarks
}
