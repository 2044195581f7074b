/**
 * Mended tasks: the SDK's client refuses a task as a result and loses its id, so the message is changed before the client
 * sees it, into a result with the task in its `_meta`.
 */
import { randomUUID } from 'node:crypto'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../contract/call.js'

/** Where a task stands in a mended result. No service can put one there: the key is made for this run. */
const taskKey = `gatehouse.local/task-${randomUUID()}`

export interface UpstreamTask {
  readonly taskId: string
  readonly pollIntervalMs?: unknown
  readonly statusMessage?: unknown
}

/** From here on, a task is a result that the client takes. Called after the client has connected. */
export function mendTasks(transport: Transport): void {
  const { onmessage } = transport
  if (!onmessage) return
  transport.onmessage = (message, extra) => onmessage.call(transport, mended(message), extra)
}

export function mended<Message extends JSONRPCMessage>(message: Message): Message {
  const result = 'result' in message ? (message.result as JsonObject) : undefined
  if (result?.resultType !== 'task' || typeof result.taskId !== 'string') return message
  return { ...message, result: { resultType: 'complete', content: [], _meta: { [taskKey]: result } } }
}

export function taskIn({ _meta }: JsonObject): UpstreamTask | undefined {
  const meta = _meta as JsonObject | undefined
  return meta?.[taskKey] as UpstreamTask | undefined
}
