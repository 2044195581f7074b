/**
 * Repaired tasks: moves a task result into `_meta` before the SDK's client sees it. Otherwise the client rejects the
 * task and loses its id.
 */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** Key of the task in a repaired result. It is random per run, so that no service can set it. */
const taskKey = `gatehouse.local/task-${randomUUID()}`

export interface UpstreamTask {
  readonly taskId: string
  readonly pollIntervalMs?: unknown
  readonly statusMessage?: unknown
}

/** Enables the repair. Call it after the client has connected. */
export function repairTasks(transport: Transport): void {
  const { onmessage } = transport
  if (!onmessage) return
  transport.onmessage = (message, extra) => onmessage.call(transport, repairedResult(message), extra)
}

export function repairedResult<Message extends JSONRPCMessage>(message: Message): Message {
  const result = 'result' in message ? (message.result as JsonObject) : undefined
  if (result?.resultType !== 'task' || typeof result.taskId !== 'string') return message
  return { ...message, result: { resultType: 'complete', content: [], _meta: { [taskKey]: result } } }
}

export function taskIn({ _meta }: JsonObject): UpstreamTask | undefined {
  const meta = _meta as JsonObject | undefined
  return meta?.[taskKey] as UpstreamTask | undefined
}
