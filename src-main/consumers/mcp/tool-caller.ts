/** Tool caller: the tools of `/mcp` for another consumer: the same lists, calls and results. */

import type { Caller, JsonObject } from '@contract/call.js'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { callTool, listTools } from './handlers/tools.js'
import { resultOf } from './results.js'
import { createToolList } from './tool-list.js'

export interface ToolCallerOptions {
  readonly name: string
  readonly given: JsonObject
  readonly caller: Caller
  readonly signal: AbortSignal
  /** The gateway used for the call. */
  readonly gateway: Invoker
}

export function createToolCaller(gateway: Invoker, clock: Clock, log: Log) {
  const list = createToolList(gateway.registry)
  return {
    list: (caller: Caller): readonly Tool[] => listTools(list, gateway, gateway.capabilitiesFor(caller)),
    /** Rejects for an unknown tool. */
    async call({ name, given, ...asked }: ToolCallerOptions): Promise<CallToolResult> {
      const context = { ...asked, clock, progressReport: () => undefined }
      // Without a task list no call becomes a task.
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
