/**
 * Sentence: a catalogue key and its values.
 *
 * Guards invariant 5: text of a game or a model is inserted as a value, never parsed as markup or as a placeholder, and
 * without characters that change the order of the text around it.
 */

import { isPlainDemoWorld, type NamedServer } from '@shared/servers/server-name.js'
import type { AppLanguage } from '@shared/text/language.js'
import { exact, numberIn } from '@shared/text/numbers.js'
import { visibleText } from '../ui/text/visible-text.js'
import { dimensionOf, type GameLocation, isDimensionId, positionOf } from './location.js'
import type { GameKind } from './names/game-kind.js'
import { gameName, vanillaIdOf } from './names/game-name.js'

export type SentenceValue =
  /** External text: a name. Emphasised. */
  | { readonly kind: 'name'; readonly text: string; readonly claimed?: boolean }
  /** External text: a quotation. */
  | { readonly kind: 'quote'; readonly text: string }
  /** All digits are shown. `signed`: a positive number has a plus. */
  | { readonly kind: 'number'; readonly value: number; readonly signed?: true }
  | { readonly kind: 'place'; readonly place: GameLocation }
  /** A text of the catalogue, by its key; `as` is its appearance. */
  | { readonly kind: 'own'; readonly key: string; readonly as: 'name' | 'text' }
  /** A duration in seconds, shown in the largest unit that divides it evenly. */
  | { readonly kind: 'span'; readonly seconds: number }
  /** A game object, by its id. */
  | { readonly kind: 'game'; readonly of: GameKind; readonly id: string }
  /** A time of day; `key` names it in the catalogue. */
  | { readonly kind: 'time'; readonly key: string; readonly ticks: number }
  /** A sentence within this one. */
  | { readonly kind: 'sentence'; readonly sentence: Sentence }
  /** Several, one after the other. */
  | { readonly kind: 'list'; readonly sentences: readonly Sentence[] }

export interface Sentence {
  readonly key: string
  readonly values: Readonly<Record<string, SentenceValue>>
  /** False when the call has arguments that the sentence does not show. */
  readonly complete: boolean
}

export type SentencePart =
  | { readonly kind: 'text' | 'quote' | 'plain'; readonly text: string }
  /** `id`: the exact id behind this name. */
  | { readonly kind: 'name'; readonly text: string; readonly claimed?: boolean; readonly id?: string }
  | { readonly kind: 'time'; readonly text: string; readonly ticks: number }

export type Translate = (key: string, options?: Record<string, unknown>) => string

export const name = (text: string): SentenceValue => ({ kind: 'name', text: visibleText(text) })
/** A self-declared name. */
export const claimedName = (text: string): SentenceValue => ({ kind: 'name', text: visibleText(text), claimed: true })
export const own = (key: string, as: 'name' | 'text' = 'text'): SentenceValue => ({ kind: 'own', key, as })
/** By its name in the vanilla game; else by its id. */
export const game = (of: GameKind, id: string): SentenceValue =>
  vanillaIdOf(of, id) === undefined ? name(id) : { kind: 'game', of, id }
export const quote = (text: string): SentenceValue => ({ kind: 'quote', text: visibleText(text) })
export const number = (value: number): SentenceValue => ({ kind: 'number', value })
export const signedNumber = (value: number): SentenceValue => ({ kind: 'number', value, signed: true })
export const span = (seconds: number): SentenceValue => ({ kind: 'span', seconds })
export const position = (place: GameLocation): SentenceValue => ({ kind: 'place', place })
/** A world: a dimension of the game by its name, any other by the server's name. */
export const worldValue = (world: string): SentenceValue => {
  const dimension = isDimensionId(world) ? dimensionOf(world) : undefined
  return dimension === undefined ? name(world) : own(`journey.dimension.${dimension}`, 'name')
}
/** A server; the demo world has a translated name. */
export const serverValue = (server: NamedServer): SentenceValue =>
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

const partOf = (value: Exclude<SentenceValue, { kind: 'sentence' | 'list' }>, t: Translate): SentencePart => {
  switch (value.kind) {
    case 'time':
      return { kind: 'time', text: t(value.key), ticks: value.ticks }
    case 'game':
      return { kind: 'name', text: gameName(value.of, value.id, languageOf(t)) ?? value.id, id: value.id }
    case 'own':
      return { kind: value.as, text: t(value.key) }
    case 'number': {
      const options = value.signed ? { ...exact, signDisplay: 'exceptZero' as const } : exact
      return { kind: 'plain', text: numberIn(languageOf(t), options)(value.value) }
    }
    case 'span':
      return { kind: 'plain', text: spanText(value.seconds, languageOf(t)) }
    case 'place':
      return { kind: 'plain', text: positionOf(value.place, numberIn(languageOf(t))) }
    default:
      return value
  }
}

const han = /[\p{Script=Han}，。：；（）“”]/u

/** Chinese has a space beside Latin names and digits, and none beside Chinese ones. */
const withoutGaps = (parts: readonly SentencePart[]): readonly SentencePart[] =>
  parts.map((part, at) => {
    if (part.kind !== 'text') return part
    const before = parts[at - 1]?.text.at(-1) ?? ''
    const after = parts[at + 1]?.text.at(0) ?? ''
    const { text } = part
    const start = text.startsWith(' ') && han.test(before) && han.test(text.at(1) ?? after) ? 1 : 0
    const end = text.endsWith(' ') && han.test(after) && han.test(text.at(-2) ?? before) ? -1 : undefined
    return { ...part, text: text.slice(start, end) }
  })

/** The sentence in the language of `t`, in pieces. */
export const sentenceParts = (sentence: Sentence, t: Translate): readonly SentencePart[] =>
  withoutGaps(piecesOf(sentence, t))

const piecesOf = (sentence: Sentence, t: Translate): readonly SentencePart[] => {
  const pieces = t(sentence.key, { skipInterpolation: true }).split(placeholder)
  return pieces.flatMap((piece, index): SentencePart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }]
    const value = sentence.values[piece]
    if (value?.kind === 'sentence') return [...piecesOf(value.sentence, t)]
    if (value?.kind === 'list') return listed(value.sentences, t)
    return value === undefined ? [] : [partOf(value, t)]
  })
}

const listed = (sentences: readonly Sentence[], t: Translate): SentencePart[] =>
  sentences.flatMap((sentence, index) => [
    ...(index === 0 ? [] : [{ kind: 'text' as const, text: t('coverage.list') }]),
    ...piecesOf(sentence, t),
  ])

/** With a capital letter when it begins with catalogue text; a name is never changed. */
export const capitalized = (parts: readonly SentencePart[]): readonly SentencePart[] => {
  const [first, ...rest] = parts
  return first?.kind === 'text'
    ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
    : parts
}

/** The sentence without the caller that it begins with. */
export const predicateParts = ({ values, ...sentence }: Sentence, t: Translate): readonly SentencePart[] => {
  const { caller: _subject, ...others } = values
  const [first, ...rest] = sentenceParts({ ...sentence, values: others }, t)
  return first?.kind === 'text'
    ? capitalized([{ ...first, text: first.text.trimStart() }, ...rest])
    : [first, ...rest].filter((part) => part !== undefined)
}

/** The pieces as one text, for filters and labels. */
export const plainText = (parts: readonly SentencePart[]): string => parts.map((part) => part.text).join('')

/** Whether no value exceeds its displayed length. */
export const fits = (sentence: Sentence, limit: number): boolean =>
  Object.values(sentence.values).every((value) => {
    if (value.kind === 'sentence') return fits(value.sentence, limit)
    if (value.kind === 'list') return value.sentences.every((one) => fits(one, limit))
    return !('text' in value) || value.text.length <= limit
  })
