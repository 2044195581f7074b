/** Refused: why a capability is not offered, in English. The window localizes it by `lack`. */
import type { MissingFeature } from '@shared/servers/java-server.js'
import type { RefusedCapability } from '@shared/servers/server.js'
import en from '@shared/words/en.json' with { type: 'json' }

export const refusedFor = (id: string, { kind }: MissingFeature): RefusedCapability => ({
  id,
  reason: en.lack[kind],
  lack: kind,
})
