/**
 * Undo, for the window.
 *
 * Guards invariant 6: what can be undone is shown to the main window alone, and only what a person saw there is undone
 * one by one.
 */
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { Undo } from '../../gateway/undo.js'
import type { Result } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers, Sender } from '../typed-ipc.js'

/** Who undoes at this desk, as the audit trail names them. */
const person = 'desktop'

type Topic = 'undo:list' | 'undo:preview' | 'undo:run' | 'undo:runLast'

export function undoHandlers(undo: Pick<Undo, 'list' | 'preview' | 'run' | 'runLast'>): Pick<Handlers, Topic> {
  async function answer<T>(sender: Sender, act: () => T | Promise<T>): Promise<Result<T>> {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      return ok(await act())
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  }

  return {
    'undo:list': (query, sender) => answer(sender, () => undo.list(query)),
    'undo:preview': ({ requestId }, sender) => answer(sender, () => undo.preview(requestId)),
    'undo:run': ({ requestId, ...order }, sender) => answer(sender, () => undo.run(requestId, order, person)),
    'undo:runLast': (wanted, sender) => answer(sender, () => undo.runLast(wanted, person)),
  }
}
