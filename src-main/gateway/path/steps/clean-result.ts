/** Clean result: sanitizes the server's response before it goes to the caller (invariant 5). */
import { cleanObject, cleanText, relayedLimits } from '../../../policy/text/untrusted-text.js'
import type { Run } from './call-stages.js'

export function cleanResult(call: Run): Run {
  const data = cleanObject(call.data, call.link.relays && relayedLimits)
  if (data === call.data && !call.providerSnapshotId && !call.executedBy) return call
  return {
    ...call,
    data,
    ...(call.providerSnapshotId && { providerSnapshotId: cleanText(call.providerSnapshotId, 128) }),
    ...(call.executedBy && { executedBy: cleanText(call.executedBy, 128) }),
  }
}
