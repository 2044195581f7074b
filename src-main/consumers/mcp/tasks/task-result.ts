/** Task result: a task in the format of the extension `io.modelcontextprotocol/tasks` (2026-07-28). */
import { type Task, taskLimits } from './task-list.js'

export interface TaskFields {
  readonly taskId: string
  readonly status: string
  readonly statusMessage?: string
  readonly createdAt: string
  readonly lastUpdatedAt: string
  readonly ttlMs: number
  readonly pollIntervalMs: number
}

/** Returned in place of a call's result. */
export type CreatedTask = TaskFields & { readonly resultType: 'task' }

export const createdTask = (task: Task): CreatedTask => ({ resultType: 'task', ...fieldsOf(task) })

/** With its result, error or input requests. */
export function detailedTask(task: Task): TaskFields & Readonly<Record<string, unknown>> {
  const { end } = task
  const fields = { resultType: 'complete', ...fieldsOf(task) }
  if (end?.kind === 'result') return { ...fields, result: { resultType: 'complete', ...end.result } }
  if (end?.kind === 'error') return { ...fields, error: end.error }
  const { inputs } = task.call
  return !end && inputs.size > 0 ? { ...fields, inputRequests: Object.fromEntries(inputs) } : fields
}

function fieldsOf(task: Task): TaskFields {
  const statusMessage = task.end ? undefined : task.call.status
  return {
    taskId: task.id,
    status: task.status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: task.createdAt.toISOString(),
    lastUpdatedAt: task.changedAt.toISOString(),
    ttlMs: taskLimits.lifetimeMs,
    pollIntervalMs: taskLimits.pollIntervalMs,
  }
}
