/** Refused: why a capability is not offered, in words. The window says it in the person's language by `lack`. */
import type { Lack, LackKind } from '../../../contract/java-server.js'
import type { RefusedCapability } from '../../../contract/server.js'
import en from '../../../contract/words/en.json' with { type: 'json' }

const words: Readonly<Record<LackKind, string>> = {
  version: en.lack.version,
  'unknown-reply': en.lack.unknownReply,
  folder: en.lack.folder,
  management: en.lack.management,
  'no-money': en.lack.noMoney,
  'no-mute': en.lack.noMute,
  'not-told': en.lack.notTold,
}

export const refusedFor = (id: string, lack: Lack): RefusedCapability => ({
  id,
  reason: words[lack.kind],
  lack: lack.kind,
})
