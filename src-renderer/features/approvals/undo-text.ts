/** Undo text: whether and how the requested action can be undone. */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { NoUndo, Undoability } from '@shared/trail/undo.js'

const possible = {
  snapshot: 'popUp.undo.snapshot',
  inverse: 'popUp.undo.inverse',
  contents: 'popUp.undo.contents',
} as const

const impossible = {
  lasting: 'popUp.noUndo.lasting',
  foreign: 'popUp.noUndo.foreign',
  'not-taken': 'popUp.noUndo.notTaken',
  unread: 'popUp.noUndo.unread',
  'not-offered': 'popUp.noUndo.notOffered',
  secret: 'popUp.noUndo.secret',
  'too-large': 'popUp.noUndo.tooLarge',
} as const satisfies Record<NoUndo, string>

/** A critical action that can't be undone has its warning above everything else. */
export const isFinal = ({ risk, undo }: Pick<OpenApproval, 'risk' | 'undo'>): boolean =>
  risk === 'critical' && undo?.possible === false

/** Key of the sentence. */
export const undoTextKey = (undo: Undoability) =>
  undo.possible ? possible[undo.loses ?? undo.how] : impossible[undo.why]
