/**
 * Sentence: what happens, in words; a catalogue key and the words that fill it.
 *
 * Guards invariant 5: what a game or a model wrote enters a sentence as a value, is never parsed as markup or as a placeholder, and
 * keeps no character that could rearrange the words around it.
 */
import { visibleText } from '../ui/visible-text.js'

export type Word =
  /** Somebody else's text: a name. Emphasised. */
  | { readonly kind: 'name'; readonly text: string }
  /** Somebody else's text: what was said. */
  | { readonly kind: 'quote'; readonly text: string }
  /** Numbers that we formatted. */
  | { readonly kind: 'plain'; readonly text: string }
  /** A time of day; `key` names it in the catalogue. */
  | { readonly kind: 'time'; readonly key: string; readonly ticks: number }

export interface Sentence {
  readonly key: string
  readonly words: Readonly<Record<string, Word>>
  /** False when the call has arguments that the sentence does not tell. */
  readonly complete: boolean
}

export type Part =
  | { readonly kind: 'text' | 'name' | 'quote' | 'plain'; readonly text: string }
  | { readonly kind: 'time'; readonly text: string; readonly ticks: number }

export type Translate = (key: string, options?: Record<string, unknown>) => string

export const name = (text: string): Word => ({ kind: 'name', text: visibleText(text) })
export const quote = (text: string): Word => ({ kind: 'quote', text: visibleText(text) })
export const plain = (text: string): Word => ({ kind: 'plain', text })

const placeholder = /\{\{(\w+)\}\}/

const partOf = (word: Word, t: Translate): Part =>
  word.kind === 'time' ? { kind: 'time', text: t(word.key), ticks: word.ticks } : word

/** The sentence in the language of `t`, in pieces. */
export const speak = (sentence: Sentence, t: Translate): readonly Part[] => {
  const pieces = t(sentence.key, { skipInterpolation: true }).split(placeholder)
  return pieces.flatMap((piece, index): Part[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }]
    const word = sentence.words[piece]
    return word === undefined ? [] : [partOf(word, t)]
  })
}

/** The pieces as one text, for filters and labels. */
export const plainText = (parts: readonly Part[]): string => parts.map((part) => part.text).join('')
