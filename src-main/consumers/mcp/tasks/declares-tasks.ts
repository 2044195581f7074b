/** Declares tasks: whether the client of a request has the tasks extension. Each request says so for itself. */
import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server'
import { tasksExtension } from '../../../contract/instructions.js'

/** Whether a task may be returned to this request: each request declares what its client can do. */
export function declaresTasks({ mcpReq }: ServerContext): boolean {
  const capabilities = (mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ]
  const { extensions } = (capabilities ?? {}) as { readonly extensions?: Readonly<Record<string, unknown>> }
  return typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, tasksExtension)
}
