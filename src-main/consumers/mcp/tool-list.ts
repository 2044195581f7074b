/**
 * Tool list: the capabilities in what `tools/list` answers, built again only when what servers offer has changed.
 *
 * Whoever listens hears of a change only when a client would see another list: servers come, go and repeat themselves
 * without one.
 */
import type { Tool } from '@modelcontextprotocol/server'
import { Emitter } from '../../gateway/emitter.js'
import type { Registry } from '../../gateway/registry.js'
import { toolsOf } from './tools.js'

export interface ToolList {
  tools(): Tool[]
  /** @returns the function that stops it */
  onDidChange(listener: () => void): () => void
  /** Follows the registry no more. */
  close(): void
}

export function createToolList(registry: Pick<Registry, 'capabilities' | 'onDidChangeCapabilities'>): ToolList {
  const onDidChange = new Emitter<void>()
  let known: Tool[] | undefined
  /** What was read last; undefined while nobody has. */
  let read: Tool[] | undefined
  const close = registry.onDidChangeCapabilities(() => {
    known = undefined
    if (read) {
      const before = read
      known = toolsOf(registry.capabilities())
      read = known
      if (JSON.stringify(known) === JSON.stringify(before)) return
    }
    onDidChange.emit()
  })
  return {
    tools() {
      known ??= toolsOf(registry.capabilities())
      read = known
      return known
    },
    onDidChange: onDidChange.on,
    close,
  }
}
