/**
 * Undo from result: derives the undo from the server's result when there is no other. See docs/protocol.md#undo:
 * `previousLocation` of a teleport.
 *
 * Used only when the previous state could not be read, which would be more reliable. The action counts as done even if
 * the undo cannot be stored.
 */
import { randomUUID } from 'node:crypto'
import { previousIn } from '../../../policy/undo/inverse.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Run } from './call-stages.js'
import { planOf } from './read-before.js'

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
