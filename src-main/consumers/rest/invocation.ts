/** Invocation: a call of a script, through the one path like everybody's. See docs/protocol.md#calls-envelope. */
import type { Invoker } from '../../gateway/gateway.js'
import type { Answer } from './answers.js'
import type { Asked } from './rest-route.js'

/** What the schema of the body lets through, defaults filled. */
interface Invocation {
  readonly parameters: object
  readonly server?: string
  readonly version?: string
  readonly dryRun: boolean
}

export async function call({ path, body, caller, signal }: Asked, gateway: Invoker): Promise<Answer> {
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
