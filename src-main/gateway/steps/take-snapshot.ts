/**
 * Snapshot: what undoes the call, taken right before it. See docs/protocol.md#undo.
 *
 * The state is read again after the approval: a person may have thought for a while. Guards invariant 3: who was told
 * that it can be undone has not agreed to what cannot; and who undoes has not agreed to undo what changed since they
 * looked.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '../../contract/gateway-error.js'
import type { UndoCall } from '../../contract/undo.js'
import { differencesOf } from '../../policy/world-drift.js'
import { type Ended, end } from '../call-path.js'
import type { Decided, Gatehouse, Snapped } from './call-stages.js'
import { endUnread, planned, planOf, type Reading, readPairedContext, readState } from './read-before.js'

export async function takeSnapshot(call: Decided, gatehouse: Gatehouse): Promise<Snapped | Ended> {
  if (call.manifest.type !== 'action') return call
  const { id } = call.link.server
  await gatehouse.undo.settled(id)
  if (call.demands.snapshot === 'none') return call
  const taken = await snapshotOf(call, gatehouse)
  // An action may have ended while this one was prepared. Nobody waits behind this: `confirm` comes right before it runs.
  await gatehouse.undo.settled(id)
  return taken
}

async function snapshotOf(call: Decided, gatehouse: Gatehouse): Promise<Snapped | Ended> {
  const changed = await whatChanged(call, gatehouse)
  if (changed) return changed
  const fresh: Reading = call.answer ? await readPairedContext(call, gatehouse) : reading(call.before)
  const before = 'before' in fresh ? fresh.before : undefined
  const { before: _stale, ...asked } = call
  const undo = await wayBack({ ...asked, ...(before && { before }) }, gatehouse)
  const wasPromised = call.answer !== undefined && call.plan !== undefined && call.plan.kind !== 'none'
  if (!undo && (call.risk.snapshotRequired || (wasPromised && !call.undoing))) {
    return endUnread(call, 'before' in fresh ? undefined : fresh.error)
  }
  if (!undo && !before) return call
  const id = undo?.how === 'snapshot' ? String(undo.arguments.snapshotId) : randomUUID()
  return { ...call, snapshot: { id, ...(before && { before }), ...(undo && { undo }) } }
}

async function wayBack(call: Decided, gatehouse: Gatehouse): Promise<UndoCall | undefined> {
  const { plan } = planned(call, gatehouse)
  const snapshot = plan.kind === 'snapshot' ? await gatehouse.snapshots.take(call) : undefined
  if (snapshot) return snapshot
  const instead = plan.kind === 'snapshot' ? planOf(call, gatehouse, false) : plan
  return instead.kind === 'inverse' ? instead.call : undefined
}

/** Ends an undo whose world is no longer the one that the person saw. */
async function whatChanged({ undoing, traceId, link }: Decided, gatehouse: Gatehouse): Promise<Ended | undefined> {
  if (!undoing?.seen) return undefined
  const { entry, seen } = undoing
  const { capabilityId, arguments: given } = entry
  const now = await readState({ serverId: link.server.id, capabilityId, given, traceId }, gatehouse)
  const since = gatehouse.clock.elapsed() - seen.at
  const differences = 'before' in now ? differencesOf(capabilityId, seen.state, now.before, since) : undefined
  if (differences?.length === 0) return undefined
  return end({
    kind: 'failed',
    error: new GatewayError('RISK.ROLLBACK_FAILED', {
      message: differences
        ? 'The world has changed since you looked, so nothing was undone.'
        : 'How the world is now could not be read, so nothing was undone.',
      suggestion: 'Look again at what undoing it would do, and decide then.',
      details: { requestId: entry.requestId, ...(differences && { differences }) },
    }),
  })
}

const reading = (before: Decided['before']): Reading => (before ? { before } : {})
