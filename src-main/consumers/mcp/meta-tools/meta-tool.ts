/** Meta tool: a tool that tells of Gatehouse itself, and what it is called with. */
import { randomUUID } from 'node:crypto'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../../contract/call.js'
import type { GatewayError } from '../../../contract/gateway-error.js'
import type { ObjectSchema } from '../../../contract/generated/capability-manifest.js'
import type { Invoker } from '../../../gateway/gateway.js'
import type { Clock } from '../../../gateway/ports.js'
import type { Exchange } from '../exchange.js'
import { iconsOf } from '../icons.js'
import { outputSchemaOf } from '../output-schema.js'
import { refusedResult, toldResult } from '../results.js'

export interface MetaContext extends Exchange {
  readonly gateway: Invoker
  readonly clock: Clock
}

export interface MetaTool {
  readonly tool: Tool
  /** @param given as `tool.inputSchema` says, defaults filled */
  call(given: JsonObject, context: MetaContext): Promise<CallToolResult>
}

export interface MetaToolDescription {
  /** Begins with one of `ownVerbs`, so that no capability can have it. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: ObjectSchema
  readonly returns: ObjectSchema
}

/** A tool that changes nothing. */
export const describe = ({ name, title, description, parameters, returns }: MetaToolDescription): Tool => ({
  name,
  title,
  description,
  inputSchema: { ...parameters, type: 'object', additionalProperties: false },
  outputSchema: outputSchemaOf(returns),
  icons: iconsOf('gatehouse'),
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  _meta: { layer: 'meta', category: 'gatehouse', safety: 'low', idempotent: true, supportsDryRun: false },
})

/** @param text that says the same as `data` */
export const told = (text: string, data: JsonObject, { clock }: Pick<MetaContext, 'clock'>): CallToolResult =>
  toldResult(text, data, envelopeAt(clock))

export const refused = (error: GatewayError, { clock, origin }: Pick<MetaContext, 'clock' | 'origin'>) =>
  refusedResult(error, envelopeAt(clock), origin)

const envelopeAt = (clock: Clock) => ({ requestId: randomUUID(), timestamp: clock.now().toISOString() })
