/** Tool face: the tools of the MCP consumer, as the endpoint of a voice device needs them. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Caller, JsonObject } from '../../contract/call.js'
import type { CallReport } from '../../gateway/call-path.js'
import type { Invoker } from '../../gateway/gateway.js'

export interface ToolCall {
  readonly name: string
  readonly given: JsonObject
  readonly caller: Caller
  readonly signal: AbortSignal
  /** What the call goes through. */
  readonly gateway: Invoker
}

export interface ToolFace {
  /** Every tool that a caller is shown. */
  list(caller: Caller): readonly Tool[]
  /** Rejects when there is no such tool. */
  call(call: ToolCall): Promise<CallToolResult>
  /** What a caller is told of a call that has ended. */
  resultOf(report: CallReport, capabilityId: string): CallToolResult
}
