/**
 * Tasks: `tasks/get`, `tasks/update` and `tasks/cancel`, for clients with the extension.
 *
 * A task of another caller is unknown.
 */

import type { Caller } from '@contract/call.js'
import { tasksExtension } from '@contract/instructions.js'
import { MissingRequiredClientCapabilityError, type Server, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { invalidParameters } from '../plain-errors.js'
import { declaresTasks } from '../tasks/declares-tasks.js'
import type { Task, TaskList } from '../tasks/task-list.js'
import { detailedTask } from '../tasks/task-result.js'

const params = z.looseObject({ taskId: z.string().max(128) })

export function handleTasks(server: Server, tasks: TaskList, callerOf: (context: ServerContext) => Caller): void {
  const find = (taskId: string, context: ServerContext): Task => {
    if (!declaresTasks(context)) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } })
    }
    const task = tasks.find(taskId, callerOf(context))
    if (!task) throw invalidParameters('PROTOCOL.INVALID_REQUEST', { message: 'This client has no such task.' })
    return task
  }
  server.setRequestHandler('tasks/get', { params }, ({ taskId }, context) => detailedTask(find(taskId, context)))
  server.setRequestHandler('tasks/update', { params }, ({ taskId }, context) => {
    find(taskId, context).call.respond(context.mcpReq.inputResponses ?? {})
    return acknowledged
  })
  server.setRequestHandler('tasks/cancel', { params }, ({ taskId }, context) => {
    find(taskId, context).call.cancel()
    return acknowledged
  })
}

const acknowledged = { resultType: 'complete' }
