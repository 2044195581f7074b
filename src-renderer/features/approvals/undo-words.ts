/** Undo words: what a person is told about undoing what they are asked about. */
import type { NoUndo, Undoability } from '../../../src-main/contract/undo.js'

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

/** Key of the sentence. */
export const undoWordsOf = (undo: Undoability) =>
  undo.possible ? possible[undo.loses ?? undo.how] : impossible[undo.why]
