/** Meta tool: a tool that tells of Gatehouse itself, and what it is called with. */
import { randomUUID } from 'node:crypto'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Caller, JsonObject } from '../../../contract/call.js'
import type { GatewayError } from '../../../contract/gateway-error.js'
import type { ObjectSchema } from '../../../contract/generated/capability-manifest.js'
import type { Invoker } from '../../../gateway/gateway.js'
import type { Clock } from '../../../gateway/ports.js'
import { refusedResult, toldResult } from '../results.js'
import { outputSchemaOf } from '../tools.js'

export interface MetaContext {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly caller: Caller
  /** Of the door, where it is known: for the link to what an error means. */
  readonly origin?: string
}

export interface MetaTool {
  readonly tool: Tool
  /** @param given as `tool.inputSchema` says, defaults filled */
  call(given: JsonObject, context: MetaContext): Promise<CallToolResult>
}

export interface MetaToolDescription {
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
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  _meta: { layer: 'meta', category: 'gatehouse', safety: 'low', idempotent: true, supportsDryRun: false },
})

/** @param text that says the same as `data` */
export const told = (text: string, data: JsonObject, { clock }: Pick<MetaContext, 'clock'>): CallToolResult =>
  toldResult(text, data, envelopeAt(clock))

export const refused = (error: GatewayError, { clock, origin }: Pick<MetaContext, 'clock' | 'origin'>) =>
  refusedResult(error, envelopeAt(clock), origin)

const envelopeAt = (clock: Clock) => ({ requestId: randomUUID(), timestamp: clock.now().toISOString() })
