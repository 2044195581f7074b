/**
 * Upstream task: a call that a service of revision 2026-07-28 runs as a task (`io.modelcontextprotocol/tasks`).
 *
 * It is polled until it ends; for the gateway it is one long call.
 */
import { setMaxListeners } from 'node:events'
import type { JsonObject } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { maxRequests, type Root, requestOver, tooManyRequests } from './call-channels.js'
import { anyResultSchema, callMs } from './connection.js'
import type { UpstreamTask } from './repaired-tasks.js'

export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** Milliseconds between two polls, whatever a service requests. */
const pollLimits = { least: 50, usual: 1_000, most: 10_000 }

export interface TaskControl {
  readonly clientChannel: ClientChannel | undefined
  /** The service reported that the task is still running. */
  readonly onAlive: () => void
  readonly signal: AbortSignal
  readonly roots?: readonly Root[]
}

/** @throws ProtocolError with the error of the task, or when it was cancelled */
export async function followTask(
  client: Client,
  created: UpstreamTask,
  meta: JsonObject,
  { clientChannel, onAlive, signal, roots = [] }: TaskControl,
): Promise<JsonObject> {
  const { taskId } = created
  // Each pending request of the service adds a listener; `maxRequests` limits them.
  setMaxListeners(0, signal)
  let statusMessage = created.statusMessage
  clientChannel?.becomesTask(() => (typeof statusMessage === 'string' ? cleanText(statusMessage, 256) : undefined))
  const ask = (method: string, params: JsonObject = {}, until?: AbortSignal) =>
    client.request({ method, params: { taskId, ...params, _meta: meta } }, anyResultSchema, {
      timeout: callMs,
      ...(until && { signal: until }),
    })
  const asked = new Set<string>()
  const respond = async (key: string, { method, params }: { method?: unknown; params?: unknown }): Promise<void> => {
    const response = await requestOver(clientChannel, String(method), (params ?? {}) as JsonObject, { key, roots })
    await ask('tasks/update', { inputResponses: { [key]: response } }, signal)
  }
  let broken: unknown
  try {
    for (;;) {
      const task = await ask('tasks/get', {}, signal)
      if (broken !== undefined) throw broken
      onAlive()
      const { status, result, error, inputRequests } = task
      if (status === 'completed') return result as JsonObject
      if (status === 'failed') throw errorOf(error)
      if (status === 'cancelled') throw new ProtocolError(ProtocolErrorCode.InternalError, 'The task was cancelled.')
      statusMessage = task.statusMessage
      for (const [key, request] of Object.entries((inputRequests ?? {}) as Record<string, object>)) {
        if (asked.has(key)) continue
        if (asked.size >= maxRequests) {
          broken = tooManyRequests()
          throw broken
        }
        asked.add(key)
        respond(key, request).catch((thrown: unknown) => {
          broken = thrown
        })
      }
      await pause(intervalOf(task.pollIntervalMs ?? created.pollIntervalMs), signal)
    }
  } catch (thrown) {
    if (signal.aborted || broken !== undefined) await ask('tasks/cancel').catch(() => {})
    throw thrown
  }
}

function errorOf(error: unknown): ProtocolError {
  const { code, message, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown }
  return new ProtocolError(
    typeof code === 'number' ? code : ProtocolErrorCode.InternalError,
    typeof message === 'string' ? message : 'The task failed.',
    data,
  )
}

const intervalOf = (wanted: unknown): number =>
  typeof wanted === 'number' && Number.isFinite(wanted)
    ? Math.min(Math.max(wanted, pollLimits.least), pollLimits.most)
    : pollLimits.usual

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { once: true })
    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
