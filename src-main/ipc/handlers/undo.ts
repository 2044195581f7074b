/**
 * Undo, for the window.
 *
 * Guards invariant 6: only the main window sees undoable actions, and a single undo must be for an entry that was shown.
 */
import type { Undo } from '../../gateway/undo/undo.js'
import type { Handlers } from '../request-handling.js'

/** The person at this computer, as named in the audit trail. */
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
