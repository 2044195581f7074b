/**
 * Keep undo: what undoes the call is on disk before the call runs, so that a crash leaves a way back.
 *
 * Where it must be undoable and that cannot be kept, the call ends here. Nothing is waited for: it was confirmed just now.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Snapped } from './call-stages.js'

export function keepUndo(call: Snapped, { undo, log }: Gatehouse): Snapped | Ended {
  if (call.manifest.type !== 'action') return call
  try {
    undo.begin(call)
    return call
  } catch (error) {
    log.error('what undoes an action could not be kept', { error: `${error}` })
    // Of a person's own order to undo nobody was told that it can be undone in turn.
    const mayGoOn = !call.risk.snapshotRequired && (!call.answer || call.undoing)
    if (!mayGoOn) {
      return end({
        kind: 'failed',
        error: new GatewayError('RISK.OPERATION_BLOCKED', {
          message: 'What would undo it could not be written down, so it was not done.',
          suggestion: 'Look whether the disk of this computer is full, then call again.',
          cause: error,
        }),
      })
    }
    const { snapshot, ...rest } = call
    return snapshot?.before ? { ...rest, snapshot: { id: snapshot.id, before: snapshot.before } } : rest
  }
}
