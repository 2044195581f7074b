/** Compose stream: redaction in stream mode, and the overlay. */
import { homedir, userInfo } from 'node:os'
import path from 'node:path'
import { Overlay } from '../consumers/overlay/overlay.js'
import type { OverlaySources } from '../consumers/overlay/overlay-feed.js'
import { readOverlayAssets } from '../consumers/overlay/overlay-page.js'
import type { SeenPlayers } from '../gateway/feeds/seen-players.js'
import { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { Gateway } from '../gateway/gateway.js'
import type { SingleKey } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { SettingsStore } from '../storage/settings-store.js'

/** @param locale the system's, for example `zh-CN` */
export function openStreamSafe(
  settings: SettingsStore,
  profile: string,
  locale: () => string,
  players: SeenPlayers,
): StreamSafe {
  const language = () => {
    const { language: chosen } = settings.get()
    return chosen !== 'system' ? chosen : locale().toLowerCase().startsWith('zh') ? 'zh' : 'en'
  }
  return new StreamSafe({
    settings,
    computer: hiddenComputer(profile),
    language,
    players,
  })
}

/**
 * Notes who is in the game, before anything about them is shown. Of a server that connects, the list is read once: its
 * players did not just join.
 */
export function followPlayers(gateway: Gateway, settings: SettingsStore, players: SeenPlayers): void {
  const looked = new Set<string>()
  gateway.feed.onDidArrive((entry) => players.note(entry))
  gateway.approvals.onDidOpen((approval) => players.noteNamed(approval.arguments))
  gateway.onlinePlayers.onDidList((names) => players.noteListed(names))
  gateway.registry.onDidChangeServer(({ server: { id, state, capabilities } }) => {
    if (state !== 'online' || capabilities.length === 0) return void looked.delete(id)
    if (looked.has(id) || !settings.get().streamHidesPlayers) return
    looked.add(id)
    // A server that does not answer is read again when it is back, and whoever joins is reported by itself.
    gateway.onlinePlayers.look(id).catch(() => looked.delete(id))
  })
}

/** What a stream must not show of this computer. */
export const hiddenComputer = (profile: string): { readonly homes: readonly string[]; readonly user: string } => ({
  homes: [profile, homedir()].filter(isNotRoot),
  user: user(),
})

/** The root of a disk is not a user folder. */
const isNotRoot = (folder: string): boolean => path.dirname(folder) !== folder

/** Not `root`: every computer has one. */
function user(): string {
  try {
    const { username } = userInfo()
    return username === 'root' ? '' : username
  } catch {
    return ''
  }
}

export interface ComposeOverlayOptions {
  readonly keys: SingleKey
  readonly sources: OverlaySources
  readonly settings: SettingsStore
  readonly stream: StreamSafe
  readonly clock: Clock
  readonly log: Log
}

export const composeOverlay = ({ stream, ...parts }: ComposeOverlayOptions): Overlay =>
  new Overlay({
    ...parts,
    mask: (all) => stream.mask(all),
    language: () => stream.language,
    assets: () => readOverlayAssets(path.join(import.meta.dirname, 'overlay')),
  })
