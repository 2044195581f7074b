/**
 * Store undo: writes the undo of a call to disk before the call runs, so that it survives a crash.
 *
 * If an undo is required and cannot be stored, the call ends here. Synchronous, because the call was revalidated just
 * before.
 */

import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import { previousIn } from '../../../policy/undo/inverse.js'
import { StoreLockedError } from '../../ports/stores.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Run, Snapshotted } from './call-stages.js'
import { planOf } from './read-before.js'

export function storeUndo(call: Snapshotted, { undo, log }: GatewayDependencies): Snapshotted | Ended {
  if (call.manifest.type !== 'action') return call
  try {
    undo.begin(call)
    return call
  } catch (error) {
    log.error('the undo of an action could not be stored', { error: `${error}` })
    // An undo ordered by a person was not offered as undoable itself.
    const mayContinue = !call.risk.snapshotRequired && (!call.answer || call.undoing)
    if (!mayContinue) {
      return end({
        kind: 'failed',
        error: new GatewayError('RISK.OPERATION_BLOCKED', {
          message: 'The undo information could not be saved, so it was not done.',
          suggestion:
            error instanceof StoreLockedError
              ? 'Another program holds the file for a moment. Call again.'
              : 'Check whether the disk of this computer is full, then call again.',
          cause: error,
        }),
      })
    }
    const { snapshot, ...rest } = call
    return snapshot?.before ? { ...rest, snapshot: { id: snapshot.id, before: snapshot.before } } : rest
  }
}

/**
 * Derives the undo from the server's result when there is no other. See docs/protocol.md#undo: `previousLocation` of
 * a teleport.
 *
 * Used only when the previous state could not be read, which would be more reliable. The action counts as done even
 * if the undo cannot be stored.
 */
export function undoFromResult(call: Run, deps: GatewayDependencies): Run {
  const { plan, snapshot, manifest } = call
  if (manifest.type !== 'action' || snapshot?.undo || plan?.kind !== 'none' || plan.why !== 'unread') return call
  const previous = previousIn(manifest.id, call.data)
  const found = previous && planOf({ ...call, before: previous }, deps, false)
  if (found?.kind !== 'inverse') return call
  const undoable = { ...call, snapshot: { id: snapshot?.id ?? randomUUID(), undo: found.call } }
  try {
    deps.undo.storeFromResult(undoable)
    return undoable
  } catch (error) {
    deps.log.error('the undo of an action could not be stored', { error: `${error}` })
    return call
  }
}
