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

/** Source of the pattern of one mark: its word, and a label that is too short to hide anything. */
const source = `‹(?:${alternatives.join('|')})(?: (?:[A-Z]{1,2}|[1-9][0-9]{0,3}))?›`

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
