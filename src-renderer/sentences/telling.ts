/** Telling: a sentence of its own for a capability, and the words that fill it. */
import type { Word } from './sentence.js'

export interface Telling {
  /** The group of the catalogue with a sentence a tense. */
  readonly key: string
  readonly words: Readonly<Record<string, Word>>
}
