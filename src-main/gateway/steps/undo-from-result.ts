/**
 * Undo from the result: what a server says that it changed is a way back where nothing else was. See
 * docs/protocol.md#undo: `previousLocation` of a teleport.
 *
 * Only where the state before could not be read: what was read is surer. What was done stays done when it cannot be kept.
 */
import { randomUUID } from 'node:crypto'
import { previousIn } from '../../policy/inverse.js'
import type { Gatehouse, Run } from './call-stages.js'
import { planOf } from './read-before.js'

export function undoFromResult(call: Run, gatehouse: Gatehouse): Run {
  const { plan, snapshot, manifest } = call
  if (manifest.type !== 'action' || snapshot?.undo || plan?.kind !== 'none' || plan.why !== 'unread') return call
  const previous = previousIn(manifest.id, call.data)
  const found = previous && planOf({ ...call, before: previous }, gatehouse, false)
  if (found?.kind !== 'inverse') return call
  const undoable = { ...call, snapshot: { id: snapshot?.id ?? randomUUID(), undo: found.call } }
  try {
    gatehouse.undo.keepResult(undoable)
    return undoable
  } catch (error) {
    gatehouse.log.error('what undoes an action could not be kept', { error: `${error}` })
    return call
  }
}
