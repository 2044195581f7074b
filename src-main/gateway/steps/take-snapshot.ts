/**
 * Snapshot: what is needed to know how it was, taken right before the call. Specification 1, section 6.1.
 *
 * The state is read again after the approval: a person may have thought for a while.
 */
import { randomUUID } from 'node:crypto'
import type { Ended } from '../call-path.js'
import type { Decided, Gatehouse, Snapped } from './call-stages.js'
import { endUnread, type Reading, readPairedContext } from './read-before.js'

export async function takeSnapshot(call: Decided, gatehouse: Gatehouse): Promise<Snapped | Ended> {
  if (call.demands.snapshot === 'none') return call
  const fresh: Reading = call.answer ? await readPairedContext(call, gatehouse) : reading(call.before)
  if ('before' in fresh) return { ...call, snapshot: { id: randomUUID(), before: fresh.before } }
  return call.risk.snapshotRequired ? endUnread(call, fresh.error) : call
}

const reading = (before: Decided['before']): Reading => (before ? { before } : {})
