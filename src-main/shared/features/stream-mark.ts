/**
 * Stream mark: the replacement of something that a stream must not show, such as `‹Player A›`.
 *
 * Marks are recognized in both languages, so that a mark stays valid after a change of language.
 */
import type { AppLanguage } from '../text/language.js'

export const markKinds = ['player', 'address', 'coordinates', 'secret', 'whisper', 'home'] as const
export type MarkKind = (typeof markKinds)[number]

const words: Readonly<Record<AppLanguage, Readonly<Record<MarkKind, string>>>> = {
  en: {
    player: 'Player',
    address: 'address',
    coordinates: 'coordinates',
    secret: 'secret',
    whisper: 'whisper',
    home: 'home folder',
  },
  zh: { player: '玩家', address: '地址', coordinates: '坐标', secret: '密钥', whisper: '私聊', home: '主目录' },
}

const alternatives = Object.values(words).flatMap((of) => Object.values(of))

/** Too short to hide anything. */
const label = '(?:[A-Z]{1,2}|[1-9][0-9]{0,3})'

/** Source of the pattern of one mark: its word, and a label. */
const source = `‹(?:${alternatives.join('|')})(?: ${label})?›`

/** Finds every mark in a text. */
export const everyMark = (): RegExp => new RegExp(source, 'gu')

const onlyMark = new RegExp(`^${source}$`, 'u')

/** Whether a text is one mark and nothing else. */
export const isMark = (text: unknown): boolean => typeof text === 'string' && onlyMark.test(text)

const unlabelled = new RegExp(`‹(?:${alternatives.join('|')})›`, 'u')

/** Whether a masked text may stand for several things: not all of its marks have a label. */
export const isAmbiguous = (masked: string): boolean => unlabelled.test(masked)

/** Untrusted text without anything that looks like a mark. */
export const withoutMarks = (text: string): string =>
  text.includes('‹') ? text.replace(everyMark(), (mark) => `<${mark.slice(1)}`) : text

/** @param label distinguishes marks of the same kind */
export const markOf = (kind: MarkKind, language: AppLanguage, label = ''): string =>
  `‹${words[language][kind]}${label === '' ? '' : ` ${label}`}›`

/** Members whose text is the name of a player. */
export const isPlayerField = (name: string): boolean =>
  /^(?:player|playerName|playerNames|players|onlinePlayers|killer)$/u.test(name)

const alias = new RegExp(`^‹(?:${words.en.player}|${words.zh.player}) ${label}›$`, 'u')
const numbers = new RegExp(`^‹(?:${words.en.coordinates}|${words.zh.coordinates})›$`, 'u')

/**
 * Whether masks hide words of a value, which nobody can approve unread. A player under a name that stays, in a member for
 * players, is no word, and neither are coordinates.
 */
export function hidesWords(value: unknown, name = ''): boolean {
  if (typeof value === 'string')
    return everyMark().test(value) && !numbers.test(value) && !(isPlayerField(name) && alias.test(value))
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((item) => hidesWords(item, name))
  return Object.entries(value).some(([member, inner]) => everyMark().test(member) || hidesWords(inner, member))
}

/** Splits a text into marks and other pieces. */
export const piecesOf = (text: string): readonly { readonly text: string; readonly masked: boolean }[] => {
  const pieces: { text: string; masked: boolean }[] = []
  let from = 0
  for (const { index, 0: mark } of text.matchAll(everyMark())) {
    if (index > from) pieces.push({ text: text.slice(from, index), masked: false })
    pieces.push({ text: mark, masked: true })
    from = index + mark.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), masked: false })
  return pieces
}
