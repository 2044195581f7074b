/** Tool caller: the tools of the MCP consumer, for consumers whose clients are no MCP clients. */

import type { Caller, JsonObject } from '@contract/call.js'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'

export interface ToolCall {
  readonly name: string
  readonly given: JsonObject
  readonly caller: Caller
  readonly signal: AbortSignal
  /** The gateway used for the call. */
  readonly gateway: Invoker
}

export interface ToolCaller {
  /** Every tool that a caller may see. */
  list(caller: Caller): readonly Tool[]
  /** Rejects for an unknown tool. */
  call(call: ToolCall): Promise<CallToolResult>
  /** The text for a finished call. */
  resultOf(report: CallReport, capabilityId: string): CallToolResult
}
