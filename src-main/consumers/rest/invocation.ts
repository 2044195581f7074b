/** Invocation: a call of a script, through the one path like everybody's. Specification 1, sections 4.3 and 12.2. */
import type { DeprecationInfo } from '../../contract/generated/capability-manifest.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { Answer } from './answers.js'
import type { Asked } from './rest-route.js'

export async function call({ path, body, caller, signal }: Asked, gateway: Invoker): Promise<Answer> {
  const { parameters, server, version } = body as { parameters: object; server?: string; version?: string }
  const { capabilityId = '' } = path
  const report = await gateway.invoke({
    capabilityId,
    arguments: parameters,
    ...(server !== undefined && { server }),
    ...(version !== undefined && { version }),
    caller,
    signal,
  })
  const deprecated = deprecationOf(gateway, capabilityId, report.serverId)
  return { kind: 'called', report, ...(deprecated && { deprecated }) }
}

function deprecationOf(
  { registry }: Invoker,
  capabilityId: string,
  serverId: string | undefined,
): DeprecationInfo | undefined {
  const offers = registry.capabilities().get(capabilityId) ?? []
  return offers.find(({ link }) => link.server.id === serverId)?.manifest.deprecated
}
