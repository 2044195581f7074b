/** Specific sentence: the specific sentence of a capability, and its values. */
import type { SentenceValue } from './sentence.js'

export interface SpecificSentence {
  /** The group of the catalogue that has one sentence per tense. */
  readonly key: string
  readonly words: Readonly<Record<string, SentenceValue>>
}
