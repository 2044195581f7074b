/** Compose stream: redaction in stream mode, and the overlay. */
import { homedir, userInfo } from 'node:os'
import path from 'node:path'
import { Overlay } from '../consumers/overlay/overlay.js'
import type { OverlaySources } from '../consumers/overlay/overlay-feed.js'
import { readOverlayAssets } from '../consumers/overlay/overlay-page.js'
import { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { OverlayKeys } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { SettingsStore } from '../storage/settings-store.js'

/** @param locale the system's, for example `zh-CN` */
export function openStreamSafe(settings: SettingsStore, profile: string, locale: () => string): StreamSafe {
  const language = () => {
    const { language: chosen } = settings.get()
    return chosen !== 'system' ? chosen : locale().toLowerCase().startsWith('zh') ? 'zh' : 'en'
  }
  return new StreamSafe({
    settings,
    computer: { homes: [profile, homedir()].filter(isNotRoot), user: user() },
    language,
  })
}

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
  readonly keys: OverlayKeys
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
