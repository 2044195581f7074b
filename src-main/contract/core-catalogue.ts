/**
 * Core catalogue: the manifests of specification 1, appendix B, as data.
 *
 * An agent may register one of these by id, version and type alone. Where it sends a manifest of its own for such an
 * id, ours says the least risk it can have (invariant 4).
 */
import chatBroadcast from './catalogue/chat.broadcast.json' with { type: 'json' }
import playerChat from './catalogue/player.chat.json' with { type: 'json' }
import playerInfoGet from './catalogue/player.info.get.json' with { type: 'json' }
import playerJoin from './catalogue/player.join.json' with { type: 'json' }
import playerLeave from './catalogue/player.leave.json' with { type: 'json' }
import playerList from './catalogue/player.list.json' with { type: 'json' }
import playerTeleport from './catalogue/player.teleport.json' with { type: 'json' }
import worldTimeGet from './catalogue/world.time.get.json' with { type: 'json' }
import worldTimeSet from './catalogue/world.time.set.json' with { type: 'json' }
import type { CapabilityManifest } from './generated/capability-manifest.js'

export const coreCatalogue: ReadonlyMap<string, CapabilityManifest> = new Map(
  [
    worldTimeGet,
    worldTimeSet,
    playerList,
    playerInfoGet,
    playerTeleport,
    chatBroadcast,
    playerJoin,
    playerLeave,
    playerChat,
  ].map((manifest) => [manifest.id, manifest as CapabilityManifest]),
)
