/** Compose OBS: the connection by the settings, its password, the overlay it gets, and the actions it marks. */
import { coreCatalogue } from '@contract/core-catalogue.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import type { ObsSettings } from '@shared/streaming/obs.js'
import { type CallEntry, type LiveEntry, mayHaveBeenDone } from '@shared/trail/live.js'
import type { Overlay } from '../consumers/overlay/overlay.js'
import type { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { Gateway } from '../gateway/gateway.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { overlayKeySecret } from '../owner/orders/features.js'
import type { SettingsStore } from '../storage/settings-store.js'
import { Obs } from '../streaming/obs/obs.js'
import { dialObs } from '../streaming/obs/obs-connection.js'

/** Name of a password in the credential store: one for each address, so that no other computer is given it. */
const passwordName = ({ address }: ObsSettings): string => `obs:password:${address}`

export interface ComposeObsOptions {
  readonly gateway: Pick<Gateway, 'feed' | 'registry'>
  readonly settings: SettingsStore
  readonly stream: StreamSafe
  readonly overlay: Overlay
  readonly clock: Clock
  readonly log: Log
  readonly secrets: SecretStore
}

export interface ComposedObs {
  readonly obs: Obs
  /** @returns whether it is kept. @param password none when empty */
  keepPassword(password: string): boolean
  stop(): Promise<void>
}

export function composeObs({ gateway, settings, overlay, secrets, ...parts }: ComposeObsOptions): ComposedObs {
  const obs = new Obs({
    ...parts,
    settings,
    password: () => secrets.get(passwordName(settings.get().obs)),
    overlayAddress: () => openOverlay(overlay, settings, secrets),
    dial: dialObs(parts.clock),
    chance: Math.random,
  })
  const endFollowing = gateway.feed.onDidArrive((entry) => {
    if (isActionOfAi(entry, gateway)) obs.acted(entry.capabilityId)
  })
  return {
    obs,
    keepPassword(password) {
      const name = passwordName(settings.get().obs)
      const isKept = password === '' || secrets.set(name, password)
      if (password === '') secrets.delete(name)
      obs.connect()
      return isKept
    },
    async stop() {
      endFollowing()
      await obs.stop()
    },
  }
}

/** Switches the overlay on. A key that is not stored any more is replaced: OBS gets the new address. */
async function openOverlay(
  overlay: Overlay,
  settings: SettingsStore,
  secrets: SecretStore,
): Promise<{ readonly address: string; readonly isNew: boolean } | undefined> {
  const { overlay: chosen } = settings.get()
  if (!chosen.enabled) settings.change({ overlay: { ...chosen, enabled: true } })
  await overlay.settled()
  const { state } = overlay
  if (state.kind !== 'on') return undefined
  const kept = overlay.addressWith(secrets.get(overlayKeySecret) ?? '')
  if (kept !== undefined) return { address: kept, isNew: false }
  const key = overlay.renewKey()
  secrets.set(overlayKeySecret, key)
  const address = overlay.addressWith(key)
  return address === undefined ? undefined : { address, isNew: state.hasKey }
}

/** Something that an AI did, or may have done, and that is no read. */
export function isActionOfAi(entry: LiveEntry, { registry }: Pick<Gateway, 'registry'>): entry is CallEntry {
  if (entry.kind !== 'call' || ownCaller(entry.caller)) return false
  if (entry.result !== 'done' && !mayHaveBeenDone(entry)) return false
  const { capabilityId, server } = entry
  const manifest = registry.offerBy(server?.id ?? '', capabilityId)?.manifest ?? coreCatalogue.get(capabilityId)
  return manifest?.type === 'action'
}
