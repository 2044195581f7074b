/**
 * Take snapshot: saves the state needed for an undo, right before the call. See docs/protocol.md#undo.
 *
 * The state is read again when something could have changed it since `read-before`: an approval took a while, or another
 * action ended meanwhile. Else the first reading counts. Guards invariant 3: an approval of an undoable action does not
 * cover one that cannot be undone, and an undo does not cover changes after its preview.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { UndoCall } from '@shared/trail/undo.js'
import { hasSameContext } from '../../../policy/undo/paired-context.js'
import { differencesOf } from '../../../policy/undo/world-drift.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Decided, Snapshotted } from './call-stages.js'
import {
  endWithReadFailure,
  planned,
  planOf,
  readPairedContext,
  readState,
  requiresUndo,
  type StateReading,
} from './read-before.js'
import { changedSinceDecision } from './revalidate.js'

export async function takeSnapshot(call: Decided, deps: GatewayDependencies): Promise<Snapshotted | Ended> {
  if (call.manifest.type !== 'action') return call
  const { id } = call.link.server
  const hasWaited = await deps.undo.settled(id)
  if (call.demands.snapshot === 'none') return call
  const wasDecidedLater = call.answer !== undefined && !call.ordered
  const taken = await snapshotOf(call, deps, hasWaited || wasDecidedLater)
  // Another action may have ended meanwhile. `revalidate` follows, right before the call runs.
  await deps.undo.settled(id)
  return taken
}

async function snapshotOf(call: Decided, deps: GatewayDependencies, isStale: boolean): Promise<Snapshotted | Ended> {
  const fresh: StateReading = isStale ? await readPairedContext(call, deps) : reading(call.before)
  const changed = await endIfChanged(call, fresh, deps)
  if (changed) return changed
  const before = 'before' in fresh ? fresh.before : undefined
  const { before: _stale, ...asked } = call
  const undo = await prepareUndo({ ...asked, ...(before && { before }) }, deps)
  const wasPromised = call.answer !== undefined && call.plan !== undefined && call.plan.kind !== 'none'
  if (!undo && (requiresUndo(call, deps) || (wasPromised && !call.undoing))) {
    if (!isConnected(call, deps)) return changedSinceDecision(call, 'server')
    return endWithReadFailure(call, 'before' in fresh ? undefined : fresh.error)
  }
  if (!undo && !before) return call
  const id = undo?.how === 'snapshot' ? String(undo.arguments.snapshotId) : randomUUID()
  return { ...call, snapshot: { id, ...(before && { before }), ...(undo && { undo }) } }
}

/** An offer stays while its server is away. */
function isConnected({ link, manifest }: Decided, { registry }: GatewayDependencies): boolean {
  const state = registry.offerBy(link.server.id, manifest.id)?.link.server.state
  return state === 'online' || state === 'degraded'
}

async function prepareUndo(call: Decided, deps: GatewayDependencies): Promise<UndoCall | undefined> {
  const { plan } = planned(call, deps)
  const snapshot = plan.kind === 'snapshot' ? await deps.snapshots.take(call) : undefined
  if (snapshot) return snapshot
  const instead = plan.kind === 'snapshot' ? planOf(call, deps, false) : plan
  return instead.kind === 'inverse' ? instead.call : undefined
}

/** Ends an undo when the state differs from the preview. */
async function endIfChanged(
  { undoing, traceId, link, manifest, given }: Decided,
  fresh: StateReading,
  deps: GatewayDependencies,
): Promise<Ended | undefined> {
  if (!undoing?.seen) return undefined
  const { entry, seen } = undoing
  const { capabilityId } = entry
  const action = { serverId: link.server.id, capabilityId, given: entry.arguments, traceId }
  const isRead = 'before' in fresh && hasSameContext(action, { capabilityId: manifest.id, given })
  const now = isRead ? fresh : await readState(action, deps)
  const since = deps.clock.elapsed() - seen.at
  const differences = 'before' in now ? differencesOf(capabilityId, seen.state, now.before, since) : undefined
  if (differences?.length === 0) return undefined
  return end({
    kind: 'failed',
    error: new GatewayError('RISK.ROLLBACK_FAILED', {
      message: differences
        ? 'The world has changed since the preview, so nothing was undone.'
        : 'The current state of the world could not be read, so nothing was undone.',
      suggestion: 'Open the preview again, then decide.',
      details: { requestId: entry.requestId, ...(differences && { differences }) },
    }),
  })
}

const reading = (before: Decided['before']): StateReading => (before ? { before } : {})
