/** Tool list: what `tools/list` answers, built again only when what servers offer has changed. */
import type { Tool } from '@modelcontextprotocol/server'
import type { Registry } from '../../gateway/registry.js'
import { toolsOf } from './tools.js'

export interface ToolList {
  tools(): Tool[]
  /** Follows the registry no more. */
  close(): void
}

export function createToolList(registry: Pick<Registry, 'capabilities' | 'onDidChangeCapabilities'>): ToolList {
  let known: Tool[] | undefined
  const close = registry.onDidChangeCapabilities(() => {
    known = undefined
  })
  return {
    tools() {
      known ??= toolsOf(registry.capabilities())
      return known
    },
    close,
  }
}
