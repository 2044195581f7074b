/** Meta tool: a tool about Gatehouse itself, and its context. */

import type { JsonObject } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { Example, ObjectSchema } from '@contract/generated/capability-manifest.js'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Invoker } from '../../../gateway/ports/invoker.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { ModelText } from '../../../policy/text/model-text.js'
import type { McpExchange } from '../exchange.js'
import { iconsOf } from '../icons.js'
import { outputSchemaOf } from '../output-schema.js'
import { refusedResult, successResult } from '../results.js'

export interface MetaContext extends McpExchange {
  readonly gateway: Invoker
  readonly clock: Clock
}

/** A call of our own tool. */
export interface OwnCallContext extends MetaContext {
  readonly requestId: string
  readonly traceId: string
  /** All our own tools, by name. */
  readonly ownTools: ReadonlyMap<string, MetaTool>
}

export interface MetaTool {
  readonly tool: Tool
  readonly examples: readonly Example[]
  /** Whether it is listed now; always when omitted. */
  isListed?(gateway: Pick<Invoker, 'offersSuggestions'>): boolean
  /** @param given arguments that match `tool.inputSchema`, with defaults */
  call(given: JsonObject, context: OwnCallContext): Promise<CallToolResult>
}

export interface MetaToolDescription {
  /** Starts with one of `ownVerbs`, so that no capability can have it. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: ObjectSchema
  readonly returns: ObjectSchema
  /** Whether the result can hold text of players, servers or services. */
  readonly holdsTextOfOthers: boolean
}

/** The id of our own tool in manifests and traces: the namespace is reserved, so no provider can use it. */
export const ownIdOf = (toolName: string): string => `mcp.${toolName.replaceAll('_', '.')}`

/** A read-only tool. */
export const describe = ({
  name,
  title,
  description,
  parameters,
  returns,
  holdsTextOfOthers,
}: MetaToolDescription): Tool => ({
  name,
  title,
  description,
  inputSchema: { ...parameters, type: 'object', additionalProperties: false },
  outputSchema: outputSchemaOf(returns),
  icons: iconsOf('gatehouse'),
  annotations: {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: holdsTextOfOthers,
  },
  _meta: { layer: 'meta', category: 'gatehouse', safety: 'low', idempotent: true, supportsDryRun: false },
})

/** @param text that says the same as `data`. @param untrusted notice of `untrustedNotice` */
export const succeeded = (
  text: ModelText,
  data: JsonObject,
  context: OwnCallContext,
  untrusted?: ModelText,
): CallToolResult => successResult(text, data, envelopeOf(context), context, untrusted)

export const refused = (error: GatewayError, context: OwnCallContext) =>
  refusedResult(error, envelopeOf(context), context)

const envelopeOf = ({ clock, requestId, traceId }: OwnCallContext) => ({
  requestId,
  timestamp: clock.now().toISOString(),
  metadata: { traceId },
})
