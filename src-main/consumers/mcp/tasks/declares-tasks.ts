/** Declares tasks: whether a request declares the tasks extension. */

import { tasksExtension } from '@contract/instructions.js'
import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server'

/** Whether a task may be returned: each request declares its client's capabilities. */
export function declaresTasks({ mcpReq }: ServerContext): boolean {
  const capabilities = (mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ]
  const { extensions } = (capabilities ?? {}) as { readonly extensions?: Readonly<Record<string, unknown>> }
  return typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, tasksExtension)
}
