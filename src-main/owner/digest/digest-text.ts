/**
 * Digest text: a digest as Markdown for a channel, and as one line for a notification.
 *
 * Guards invariant 5: names of servers and people are one line, without markup and mentions. Guards invariant 8: a text
 * for a channel is masked as on a stream, because nobody knows who reads there.
 */
import type { AppLanguage } from '@shared/text/language.js'
import { coreNameKey } from '@shared/words/core-words.js'
import contractEn from '@shared/words/en.json' with { type: 'json' }
import contractZh from '@shared/words/zh.json' with { type: 'json' }
import { cleanLine } from '../../policy/text/untrusted-text.js'
import { type Digest, isEmpty } from './digest-contents.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

/** Characters of a message of Discord are 2,000; the rest is for what is beyond. */
const maxText = 1_900
/** Entries in a list. */
const listed = { servers: 8, actions: 4, people: 6 } as const
const maxName = 48

type Word = keyof typeof en
const words: Readonly<Record<AppLanguage, Readonly<Record<Word, string>>>> = { en, zh }
const names: Readonly<Record<AppLanguage, Readonly<Record<string, { readonly name: string }>>>> = {
  en: contractEn.capabilities,
  zh: contractZh.capabilities,
}

export interface DigestWording {
  readonly language: AppLanguage
  /** Of stream-safe mode. */
  readonly mask: (text: string) => string
  readonly serverName: (id: string) => string
}

const sayIn =
  (language: AppLanguage) =>
  (key: Word, values: Readonly<Record<string, string | number>> = {}): string =>
    // In one pass: a name may look like a placeholder.
    words[language][key].replace(/\{(\w{1,16})\}/gu, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )

export function digestMarkdown(digest: Digest, { language, mask, serverName }: DigestWording): string {
  const say = sayIn(language)
  const safe = (text: string) => escapedMarkdown(cleanLine(mask(cleanLine(text, 256)), maxName))
  const action = (id: string) => (coreNameKey(id) && names[language][id.replaceAll('.', '_')]?.name) || safe(id)
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const span = { since: time.format(new Date(digest.since)), until: time.format(new Date(digest.until)) }
  const servers = digest.servers.slice(0, listed.servers).map(({ serverId, actions }) => {
    const shown = actions
      .slice(0, listed.actions)
      .map(({ capabilityId, count }) => say('action', { name: action(capabilityId), count }))
    const left = actions.slice(listed.actions).reduce((sum, { count }) => sum + count, 0)
    const all = left > 0 ? [...shown, say('more', { count: left })] : shown
    return say('server', { server: safe(serverName(serverId)), actions: all.join(say('comma')) })
  })
  const people = digest.answers
    .slice(0, listed.people)
    .map(({ name, approved, denied }) =>
      say('answered', { who: name === 'desktop' ? say('atComputer') : safe(name), approved, denied }),
    )
  const head = [say('title'), say('span', span), ...(isEmpty(digest) ? [say('nothing')] : [])]
  const tail = [...countsOf(digest).map(([key, count]) => say(key, { count })), ...people]
  let left = maxText - [...head, ...tail].join('\n').length
  const shown = servers.filter((line) => {
    left -= line.length + 1
    return left >= 0
  })
  const others = digest.servers.length - shown.length
  return [...head, ...shown, ...(others > 0 ? [say('moreServers', { count: others })] : []), ...tail].join('\n')
}

/** Title and body of a notification. */
export function digestNotice(digest: Digest, language: AppLanguage): { readonly title: string; readonly body: string } {
  const say = sayIn(language)
  const counts = [['done', digest.done] as const, ...countsOf(digest)].filter(([, count]) => count > 0)
  const body = counts.map(([key, count]) => say(key, { count })).join(' · ')
  return { title: say('noticeTitle'), body: body === '' ? say('nothing') : body }
}

const countsOf = ({ failed, denied, expired, undoable }: Digest) =>
  (
    [
      ['failed', failed],
      ['denied', denied],
      ['expired', expired],
      ['undoable', undoable],
    ] as const
  ).filter(([, count]) => count > 0)

/** No markup, no mention of a person, a role or a channel, and no link. */
const escapedMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()<>#+!|~&$^=-]/gu, (sign) => `\\${sign}`)
    .replace(/[@:./](?=\S)/gu, (sign) => `${sign}\u200b`)
