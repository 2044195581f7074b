/**
 * Core catalogue: the manifests of docs/protocol.md#core-capabilities and their events.
 *
 * An agent may register one of these by id, version and type only. If it sends its own manifest for such an id, the
 * catalogue's risk is the minimum (invariant 4).
 */
import chat from './catalogue/chat.json' with { type: 'json' }
import entity from './catalogue/entity.json' with { type: 'json' }
import player from './catalogue/player.json' with { type: 'json' }
import system from './catalogue/system.json' with { type: 'json' }
import world from './catalogue/world.json' with { type: 'json' }
import type { CapabilityManifest } from './generated/capability-manifest.js'

const manifests = [...world, ...player, ...entity, ...system, ...chat] as unknown as readonly CapabilityManifest[]

export const coreCatalogue: ReadonlyMap<string, CapabilityManifest> = new Map(
  manifests.map((manifest) => [manifest.id, manifest]),
)
