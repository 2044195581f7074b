/** Tool face: the tools of `/mcp` for a consumer that serves them another way; the same lists, calls and results. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Caller, JsonObject } from '../../contract/call.js'
import type { CallReport } from '../../gateway/call-path.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { callTool, listTools } from './handlers/tools.js'
import { resultOf } from './results.js'
import { createToolList } from './tool-list.js'

export interface ToolFaceCall {
  readonly name: string
  readonly given: JsonObject
  readonly caller: Caller
  readonly signal: AbortSignal
  /** What the call goes through. */
  readonly gateway: Invoker
}

export function createToolFace(gateway: Invoker, clock: Clock, log: Log) {
  const list = createToolList(gateway.registry)
  return {
    list: (caller: Caller): readonly Tool[] => listTools(list, gateway.capabilitiesFor(caller)),
    /** Rejects when there is no such tool. */
    async call({ name, given, ...asked }: ToolFaceCall): Promise<CallToolResult> {
      const context = { ...asked, clock, reportProgress: () => () => {} }
      // Without a list of tasks nothing becomes one.
      return (await callTool(name, given, context, log)) as CallToolResult
    },
    resultOf(report: CallReport, capabilityId: string): CallToolResult {
      const name = gateway.registry.capabilities().get(capabilityId)?.[0]?.manifest.name ?? capabilityId
      return resultOf(report, { id: capabilityId, name })
    },
    onDidChange: list.onDidChange,
    close: () => list.close(),
  }
}
