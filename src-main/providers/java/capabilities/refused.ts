/** Refused: why a capability is not offered, in words. The window says it in the person's language by `lack`. */
import type { Lack } from '../../../contract/java-server.js'
import type { RefusedCapability } from '../../../contract/server.js'
import en from '../../../contract/words/en.json' with { type: 'json' }

export const refusedFor = (id: string, { kind }: Lack): RefusedCapability => ({ id, reason: en.lack[kind], lack: kind })
