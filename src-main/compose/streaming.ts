/** Compose streaming: what a streamer connects: the chat of viewers, what listens to it, and OBS. */
import { coreCatalogue } from '@contract/core-catalogue.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { type LiveEntry, mayHaveBeenDone } from '@shared/trail/live.js'
import type { Overlay } from '../consumers/overlay/overlay.js'
import type { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { Gateway } from '../gateway/gateway.js'
import { memorySecrets, type SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { overlayKeySecret } from '../owner/orders/features.js'
import type { SettingsStore } from '../storage/settings-store.js'
import { Audience } from '../streaming/audience/audience.js'
import { Obs } from '../streaming/obs/obs.js'
import { dialObs } from '../streaming/obs/obs-socket.js'

export interface ComposeStreamingOptions {
  readonly gateway: Pick<Gateway, 'feed' | 'registry'>
  readonly settings: SettingsStore
  readonly stream: StreamSafe
  readonly overlay: Overlay
  readonly clock: Clock
  readonly log: Log
  /** Where passwords and keys are stored; default: in memory. */
  readonly secrets: SecretStore | undefined
}

/** A password of OBS that a person enters, and where it is used. */
export interface ObsPart {
  readonly obs: Obs
  /** @returns whether it is kept. @param password none when empty */
  keepPassword(password: string): boolean
}

export interface ComposedStreaming {
  readonly audience: Audience
  readonly obs: ObsPart
  stop(): Promise<void>
}

export function composeStreaming(options: ComposeStreamingOptions): ComposedStreaming {
  const { gateway, clock } = options
  const secrets = options.secrets ?? memorySecrets()
  const obs = composeObs(options, secrets)
  const endFollowing = gateway.feed.onDidArrive((entry) => {
    if (isActionOfAi(entry, gateway)) obs.obs.acted(entry.capabilityId)
  })
  return {
    audience: new Audience(),
    obs,
    async stop() {
      endFollowing()
      await obs.obs.stop()
    },
  }

  function composeObs({ settings, stream, overlay, log }: ComposeStreamingOptions, secrets: SecretStore): ObsPart {
    const obs = new Obs({
      settings,
      stream,
      clock,
      log,
      password: () => secrets.get(obsPassword),
      overlayAddress: () => openOverlay(overlay, settings, secrets),
      dial: dialObs(clock),
      chance: Math.random,
    })
    return {
      obs,
      keepPassword(password) {
        const isKept = password === '' || secrets.set(obsPassword, password)
        if (password === '') secrets.delete(obsPassword)
        obs.connect()
        return isKept
      },
    }
  }
}

const obsPassword = 'obs-password'

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

type CallEntry = Extract<LiveEntry, { readonly kind: 'call' }>

/** Something that an AI did, or may have done, and that is no read. */
function isActionOfAi(entry: LiveEntry, { registry }: Pick<Gateway, 'registry'>): entry is CallEntry {
  if (entry.kind !== 'call' || ownCaller(entry.caller)) return false
  if (entry.result !== 'done' && !mayHaveBeenDone(entry)) return false
  const { capabilityId, server } = entry
  const manifest = registry.offerBy(server?.id ?? '', capabilityId)?.manifest ?? coreCatalogue.get(capabilityId)
  return manifest?.type === 'action'
}
