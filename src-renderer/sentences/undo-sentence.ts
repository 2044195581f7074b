/** Undo sentence: what an undo of a request brings back, or why there is none; the words are those of every surface. */
import type { JsonObject } from '@contract/call.js'
import type { Undoability } from '@shared/trail/undo.js'
import { undoWordsOf } from '@shared/trail/undo-words.js'
import { sentenceValueOf } from './coverage-sentence.js'
import type { Sentence } from './sentence.js'

interface UndoQuestion {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly before?: JsonObject
}

export const undoSentence = (question: UndoQuestion, undo: Undoability): Sentence => {
  const { key, values } = undoWordsOf(question, undo)
  const shown = Object.entries(values).map(([slot, value]) => [slot, sentenceValueOf(value)] as const)
  return { key, values: Object.fromEntries(shown), complete: true }
}
