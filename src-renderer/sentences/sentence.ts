/**
 * Sentence: a catalogue key and its values.
 *
 * Guards invariant 5: text of a game or a model is inserted as a value, never parsed as markup or as a placeholder, and
 * without characters that change the order of the text around it.
 */

import { isPlainDemoWorld, type NamedServer } from '@shared/servers/server-name.js'
import type { AppLanguage } from '@shared/text/language.js'
import { exact, numberIn } from '@shared/text/numbers.js'
import { visibleText } from '../ui/visible-text.js'
import type { GameKind } from './names/game-kind.js'
import { gameName, vanillaIdOf } from './names/game-name.js'
import { dimensionOf, type GamePlace, isDimensionId, positionOf } from './place.js'

export type Word =
  /** Somebody else's text: a name. Emphasised. */
  | { readonly kind: 'name'; readonly text: string; readonly claimed?: boolean }
  /** Somebody else's text: what was said. */
  | { readonly kind: 'quote'; readonly text: string }
  /** Not a digit of it is left out. `signed`: what is added has a plus. */
  | { readonly kind: 'number'; readonly value: number; readonly signed?: true }
  | { readonly kind: 'place'; readonly place: GamePlace }
  /** Our own words, by their key in the catalogue; `as` says how they look. */
  | { readonly kind: 'own'; readonly key: string; readonly as: 'name' | 'text' }
  /** A duration in seconds, shown in the largest unit that divides it evenly. */
  | { readonly kind: 'span'; readonly seconds: number }
  /** A thing of the game, by its id. */
  | { readonly kind: 'game'; readonly of: GameKind; readonly id: string }
  /** A time of day; `key` names it in the catalogue. */
  | { readonly kind: 'time'; readonly key: string; readonly ticks: number }
  /** A sentence within this one. */
  | { readonly kind: 'sentence'; readonly sentence: Sentence }
  /** Several, one after the other. */
  | { readonly kind: 'list'; readonly sentences: readonly Sentence[] }

export interface Sentence {
  readonly key: string
  readonly words: Readonly<Record<string, Word>>
  /** False when the call has arguments that the sentence does not show. */
  readonly complete: boolean
}

export type SentencePart =
  | { readonly kind: 'text' | 'quote' | 'plain'; readonly text: string }
  /** `id`: what exactly goes by this name. */
  | { readonly kind: 'name'; readonly text: string; readonly claimed?: boolean; readonly id?: string }
  | { readonly kind: 'time'; readonly text: string; readonly ticks: number }

export type Translate = (key: string, options?: Record<string, unknown>) => string

export const name = (text: string): Word => ({ kind: 'name', text: visibleText(text) })
/** A name that its bearer chose. */
export const claimedName = (text: string): Word => ({ kind: 'name', text: visibleText(text), claimed: true })
export const own = (key: string, as: 'name' | 'text' = 'text'): Word => ({ kind: 'own', key, as })
/** By its name where it is of the vanilla game; else the id is all there is. */
export const game = (of: GameKind, id: string): Word =>
  vanillaIdOf(of, id) === undefined ? name(id) : { kind: 'game', of, id }
export const quote = (text: string): Word => ({ kind: 'quote', text: visibleText(text) })
export const number = (value: number): Word => ({ kind: 'number', value })
export const signedNumber = (value: number): Word => ({ kind: 'number', value, signed: true })
export const span = (seconds: number): Word => ({ kind: 'span', seconds })
export const position = (place: GamePlace): Word => ({ kind: 'place', place })
/** A world: a dimension of the game by its name, any other as the server calls it. */
export const worldWord = (world: string): Word => {
  const dimension = isDimensionId(world) ? dimensionOf(world) : undefined
  return dimension === undefined ? name(world) : own(`journey.dimension.${dimension}`, 'name')
}
/** A server, in our own words where it is the demo world. */
export const serverWord = (server: NamedServer): Word =>
  isPlainDemoWorld(server) ? own('demoWorld.name', 'name') : name(server.name)

const placeholder = /\{\{(\w+)\}\}/

const languageOf = (t: Translate): AppLanguage => (t('names.language') === 'zh' ? 'zh' : 'en')

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const spanText = (seconds: number, language: AppLanguage): string => {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? units[3]
  const text = numberIn(language, { ...exact, style: 'unit', unit, unitDisplay: 'long' })(seconds / size)
  return text.replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')
}

const partOf = (word: Exclude<Word, { kind: 'sentence' | 'list' }>, t: Translate): SentencePart => {
  switch (word.kind) {
    case 'time':
      return { kind: 'time', text: t(word.key), ticks: word.ticks }
    case 'game':
      return { kind: 'name', text: gameName(word.of, word.id, languageOf(t)) ?? word.id, id: word.id }
    case 'own':
      return { kind: word.as, text: t(word.key) }
    case 'number': {
      const options = word.signed ? { ...exact, signDisplay: 'exceptZero' as const } : exact
      return { kind: 'plain', text: numberIn(languageOf(t), options)(word.value) }
    }
    case 'span':
      return { kind: 'plain', text: spanText(word.seconds, languageOf(t)) }
    case 'place':
      return { kind: 'plain', text: positionOf(word.place, numberIn(languageOf(t))) }
    default:
      return word
  }
}

/** The sentence in the language of `t`, in pieces. */
export const speak = (sentence: Sentence, t: Translate): readonly SentencePart[] => {
  const pieces = t(sentence.key, { skipInterpolation: true }).split(placeholder)
  return pieces.flatMap((piece, index): SentencePart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }]
    const word = sentence.words[piece]
    if (word?.kind === 'sentence') return [...speak(word.sentence, t)]
    if (word?.kind === 'list') return listed(word.sentences, t)
    return word === undefined ? [] : [partOf(word, t)]
  })
}

const listed = (sentences: readonly Sentence[], t: Translate): SentencePart[] =>
  sentences.flatMap((sentence, index) => [
    ...(index === 0 ? [] : [{ kind: 'text' as const, text: t('coverage.list') }]),
    ...speak(sentence, t),
  ])

/** With a capital letter where our own words begin it; a name is never changed. */
export const capitalized = (parts: readonly SentencePart[]): readonly SentencePart[] => {
  const [first, ...rest] = parts
  return first?.kind === 'text'
    ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
    : parts
}

/** The pieces as one text, for filters and labels. */
export const plainText = (parts: readonly SentencePart[]): string => parts.map((part) => part.text).join('')

/** Whether no word is longer than what is shown of it. */
export const fits = (sentence: Sentence, limit: number): boolean =>
  Object.values(sentence.words).every((word) => {
    if (word.kind === 'sentence') return fits(word.sentence, limit)
    if (word.kind === 'list') return word.sentences.every((one) => fits(one, limit))
    return !('text' in word) || word.text.length <= limit
  })
