/**
 * Undo, for the window.
 *
 * Guards invariant 6: what can be undone is shown to the main window alone, and only what a person saw there is undone
 * one by one.
 */
import type { Undo } from '../../gateway/undo.js'
import type { Handlers } from '../answer.js'

/** Who undoes at this computer, as the audit trail names them. */
const person = 'desktop'

type Topic = 'undo:list' | 'undo:preview' | 'undo:run' | 'undo:runLast'

export function undoHandlers(undo: Pick<Undo, 'list' | 'preview' | 'run' | 'runLast'>): Pick<Handlers, Topic> {
  return {
    'undo:list': (query) => undo.list(query),
    'undo:preview': ({ requestId }) => undo.preview(requestId),
    'undo:run': ({ requestId, ...order }) => undo.run(requestId, order, person),
    'undo:runLast': (wanted) => undo.runLast(wanted, person),
  }
}
