/**
 * Take snapshot: saves the state needed for an undo, right before the call. See docs/protocol.md#undo.
 *
 * The state is read again after the approval, because that may have taken a while. Guards invariant 3: an approval of
 * an undoable action does not cover one that cannot be undone, and an undo does not cover changes made since the person
 * looked.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { UndoCall } from '@shared/trail/undo.js'
import { differencesOf } from '../../../policy/world-drift.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayParts } from '../gateway-parts.js'
import type { Decided, Snapshotted } from './call-stages.js'
import { endWithReadFailure, planned, planOf, readPairedContext, readState, type StateReading } from './read-before.js'

export async function takeSnapshot(call: Decided, parts: GatewayParts): Promise<Snapshotted | Ended> {
  if (call.manifest.type !== 'action') return call
  const { id } = call.link.server
  await parts.undo.settled(id)
  if (call.demands.snapshot === 'none') return call
  const taken = await snapshotOf(call, parts)
  // Another action may have ended meanwhile. `revalidate` follows, right before the call runs.
  await parts.undo.settled(id)
  return taken
}

async function snapshotOf(call: Decided, parts: GatewayParts): Promise<Snapshotted | Ended> {
  const changed = await endIfChanged(call, parts)
  if (changed) return changed
  const fresh: StateReading = call.answer ? await readPairedContext(call, parts) : reading(call.before)
  const before = 'before' in fresh ? fresh.before : undefined
  const { before: _stale, ...asked } = call
  const undo = await prepareUndo({ ...asked, ...(before && { before }) }, parts)
  const wasPromised = call.answer !== undefined && call.plan !== undefined && call.plan.kind !== 'none'
  if (!undo && (call.risk.snapshotRequired || (wasPromised && !call.undoing))) {
    return endWithReadFailure(call, 'before' in fresh ? undefined : fresh.error)
  }
  if (!undo && !before) return call
  const id = undo?.how === 'snapshot' ? String(undo.arguments.snapshotId) : randomUUID()
  return { ...call, snapshot: { id, ...(before && { before }), ...(undo && { undo }) } }
}

async function prepareUndo(call: Decided, parts: GatewayParts): Promise<UndoCall | undefined> {
  const { plan } = planned(call, parts)
  const snapshot = plan.kind === 'snapshot' ? await parts.snapshots.take(call) : undefined
  if (snapshot) return snapshot
  const instead = plan.kind === 'snapshot' ? planOf(call, parts, false) : plan
  return instead.kind === 'inverse' ? instead.call : undefined
}

/** Ends an undo when the state is no longer what the person saw. */
async function endIfChanged({ undoing, traceId, link }: Decided, parts: GatewayParts): Promise<Ended | undefined> {
  if (!undoing?.seen) return undefined
  const { entry, seen } = undoing
  const { capabilityId, arguments: given } = entry
  const now = await readState({ serverId: link.server.id, capabilityId, given, traceId }, parts)
  const since = parts.clock.elapsed() - seen.at
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

const reading = (before: Decided['before']): StateReading => (before ? { before } : {})
