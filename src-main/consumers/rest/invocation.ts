/** Invocation: a call of a script, through the gateway. See docs/protocol.md#calls-envelope. */
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { RestResponse } from './responses.js'
import type { RestRequest } from './rest-route.js'

/** A body that matches the schema, with defaults. */
interface Invocation {
  readonly parameters: object
  readonly server?: string
  readonly version?: string
  readonly dryRun: boolean
}

export async function call({ path, body, caller, signal }: RestRequest, gateway: Invoker): Promise<RestResponse> {
  const { parameters, server, version, dryRun } = body as unknown as Invocation
  const { capabilityId = '' } = path
  const report = await gateway.invoke({
    capabilityId,
    arguments: parameters,
    ...(server !== undefined && { server }),
    ...(version !== undefined && { version }),
    dryRun,
    caller,
    signal,
  })
  return { kind: 'called', report }
}
