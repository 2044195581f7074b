/**
 * Tool list: the capabilities in what `tools/list` answers, built again only when what servers offer has changed.
 *
 * Whoever listens hears of a change only when a client would see another list: servers come, go and repeat themselves
 * without one.
 */
import type { Tool } from '@modelcontextprotocol/server'
import { Emitter } from '../../gateway/emitter.js'
import type { Registry } from '../../gateway/registry.js'
import { type Capabilities, toolsOf } from './tools.js'

export interface ToolList {
  /** @param shown to a client, of what the registry has; all of it when left out */
  tools(shown?: Capabilities): Tool[]
  /** @returns the function that stops it */
  onDidChange(listener: () => void): () => void
  /** Follows the registry no more. */
  close(): void
}

export function createToolList(registry: Pick<Registry, 'capabilities' | 'onDidChangeCapabilities'>): ToolList {
  const onDidChange = new Emitter<void>()
  let known: Tool[] | undefined
  /** For those who are shown only a part. */
  const inPart = new WeakMap<Capabilities, Tool[]>()
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
    tools(shown = registry.capabilities()) {
      const all = registry.capabilities()
      known ??= toolsOf(all)
      read = known
      if (shown === all) return known
      const some = inPart.get(shown) ?? toolsOf(shown, all)
      inPart.set(shown, some)
      return some
    },
    onDidChange: onDidChange.on,
    close,
  }
}
