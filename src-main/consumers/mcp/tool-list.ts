/**
 * Tool list: the tools of `tools/list`, rebuilt only when the servers' offers change.
 *
 * Listeners are notified only when a client would see another list, not whenever a server connects or repeats its
 * offers.
 */
import type { Tool } from '@modelcontextprotocol/server'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import { type OffersByCapability, toolsOf } from './tools.js'

export interface ToolList {
  /** @param shown part of the registry for a client; default: all */
  tools(shown?: OffersByCapability): Tool[]
  /** @returns the stop function */
  onDidChange(listener: () => void): () => void
  /** Stops following the registry. */
  close(): void
}

export function createToolList(registry: Pick<ServerRegistry, 'capabilities' | 'onDidChangeCapabilities'>): ToolList {
  const onDidChange = new Emitter<void>()
  let known: Tool[] | undefined
  /** For clients that see only a part. */
  const inPart = new WeakMap<OffersByCapability, Tool[]>()
  /** The last built list; undefined before. */
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
