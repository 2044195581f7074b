/** Redact: what the server answered, made harmless before it goes to the caller (invariant 5). */
import { cleanObject, cleanText, relayedLimits } from '../../policy/untrusted-text.js'
import type { Run } from './call-stages.js'

export const cleanResult = (call: Run): Run => ({
  ...call,
  data: cleanObject(call.data, call.link.relays && relayedLimits),
  ...(call.providerSnapshotId && { providerSnapshotId: cleanText(call.providerSnapshotId, 128) }),
  ...(call.executedBy && { executedBy: cleanText(call.executedBy, 128) }),
})
