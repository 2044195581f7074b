/**
 * Undo from result: derives the undo from the server's result when there is no other. See docs/protocol.md#undo:
 * `previousLocation` of a teleport.
 *
 * Used only when the previous state could not be read, which would be more reliable. The action stays done if the undo
 * cannot be stored.
 */
import { randomUUID } from 'node:crypto'
import { previousIn } from '../../../policy/inverse.js'
import type { GatewayParts } from '../gateway-parts.js'
import type { Run } from './call-stages.js'
import { planOf } from './read-before.js'

export function undoFromResult(call: Run, parts: GatewayParts): Run {
  const { plan, snapshot, manifest } = call
  if (manifest.type !== 'action' || snapshot?.undo || plan?.kind !== 'none' || plan.why !== 'unread') return call
  const previous = previousIn(manifest.id, call.data)
  const found = previous && planOf({ ...call, before: previous }, parts, false)
  if (found?.kind !== 'inverse') return call
  const undoable = { ...call, snapshot: { id: snapshot?.id ?? randomUUID(), undo: found.call } }
  try {
    parts.undo.keepResult(undoable)
    return undoable
  } catch (error) {
    parts.log.error('the undo of an action could not be stored', { error: `${error}` })
    return call
  }
}
