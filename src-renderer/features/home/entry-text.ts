/** Entry text: the lower-case text of each entry as shown, cached by entry and language. */

import { serverName } from '@shared/servers/server-name.js'
import type { LiveEntry } from '@shared/trail/live.js'
import { useMemo } from 'react'
import { useTranslate } from '../../i18n/use-translate.js'
import { entrySentence } from '../../sentences/entry-sentence.js'
import { plainText, sentenceParts, type Translate } from '../../sentences/sentence.js'
import { useCapabilityName } from '../../state/capability-name.js'
import type { TextOf } from './feed-filter.js'

/** Cached entries at which the cache is cleared: more than the log ever holds at once. */
const maxReported = 150_000

/** A number also as fingers type it: `12500 -3` finds `12,500 −3`. */
const asTyped = (words: string): string =>
  /\d,\d|\u2212/u.test(words) ? ` ${words.replaceAll('\u2212', '-').replace(/(\d),(?=\d{3})/gu, '$1')}` : ''

type NameOf = Parameters<typeof entrySentence>[1]

const idOf = (entry: LiveEntry): string =>
  entry.kind === 'game' ? entry.eventId : entry.kind === 'server' ? '' : entry.capabilityId

/** Looks each key up once: a catalogue is asked for the same few sentences a hundred thousand times. */
const remembering = (say: Translate): Translate => {
  const known = new Map<string, string>()
  return (key, options) => {
    const kind = options?.skipInterpolation === true ? `s ${key}` : options === undefined ? key : undefined
    if (kind === undefined) return say(key, options)
    const reported = known.get(kind) ?? say(key, options)
    known.set(kind, reported)
    return reported
  }
}

export const entryTexts = (translate: Translate, nameOf: NameOf): TextOf => {
  const say = remembering(translate)
  const reported = new Map<number, string>()
  return (entry, number) => {
    const known = reported.get(number)
    if (known !== undefined) return known
    if (reported.size >= maxReported) reported.clear()
    const words = plainText(sentenceParts(entrySentence(entry, nameOf), say))
    const where = entry.server ? serverName(entry.server, say) : ''
    const text = `${words}${asTyped(words)} ${where} ${idOf(entry)}`.toLowerCase()
    reported.set(number, text)
    return text
  }
}

export const useEntryText = (): TextOf => {
  const say = useTranslate()
  const nameOf = useCapabilityName()
  return useMemo(() => entryTexts(say, nameOf), [say, nameOf])
}
