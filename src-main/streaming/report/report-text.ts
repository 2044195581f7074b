/**
 * Report text: a stream report as a page without scripts and outside resources, and as Markdown for a video's
 * description. See docs/streaming.md#report.
 *
 * Guards both against what others wrote: a name is one line, and none of its characters is markup. The last line is the
 * seal, from which the report can be made again.
 */
import { type HtmlText, html, htmlConstant, joinedHtml } from '@contract/text/html-text.js'
import { type VoteQuestion, voteSentenceOf } from '@shared/streaming/votes.js'
import type { AppLanguage } from '@shared/text/language.js'
import { coreNameKey } from '@shared/words/core-words.js'
import contractEn from '@shared/words/en.json' with { type: 'json' }
import contractZh from '@shared/words/zh.json' with { type: 'json' }
import { cleanLine } from '../../policy/text/untrusted-text.js'
import type { ReportedAct, ReportedVote, ReportSeal, StreamReport } from './stream-report.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export const reportFormats = ['html', 'md'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Entries in a list; a video's description has 5,000 characters. */
const maxListed = { html: 2_000, md: 40 } as const satisfies Record<ReportFormat, number>

type Word = keyof typeof en
const words: Readonly<Record<AppLanguage, Readonly<Record<Word, string>>>> = { en, zh }
const names: Readonly<Record<AppLanguage, Readonly<Record<string, { readonly name: string }>>>> = {
  en: contractEn.capabilities,
  zh: contractZh.capabilities,
}

/** @param mask of a stream, for names that others chose */
export function reportText(report: StreamReport, format: ReportFormat, mask: (text: string) => string): string {
  const { language } = report.seal
  // The page escapes whatever is put into it.
  const escaped = format === 'html' ? (text: string) => text : escapedMarkdown
  const say = (key: Word, values: Readonly<Record<string, string | number>> = {}): string =>
    // In one pass: a name may look like a placeholder.
    words[language][key].replace(/\{(\w{1,16})\}/gu, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
  const safe = (text: string): string => escaped(cleanLine(mask(cleanLine(text, 128)), 128))
  const capability = (id: string): string =>
    (coreNameKey(id) && names[language][id.replaceAll('.', '_')]?.name) || safe(id)
  const timeOf = (at: string): string => at.slice(11, 16)

  const lineOf = (entry: ReportedAct | ReportedVote): string => {
    const time = timeOf(entry.at)
    if (entry.kind === 'vote') {
      const { yes, no, says } = entry
      return say('vote', { time, asked: questionIn(language, entry.question), yes, no, says: say(`says.${says}`) })
    }
    const { who, capabilityId, end, by, isUndone } = entry
    const ended = end === 'done' && by ? say(`end.done.${by}`) : say(`end.${end}`)
    return say('line', {
      time,
      who: who === undefined ? say('player') : safe(who),
      what: capabilityId === undefined ? say('noAction') : capability(capabilityId),
      end: isUndone ? `${ended} ${say('thenUndone')}` : ended,
    })
  }

  const { since, until } = report.seal
  const shown = (at: string): string => at.slice(0, 16).replace('T', ' ')
  const listed = report.entries.slice(0, maxListed[format]).map(lineOf)
  const left = report.entries.length - listed.length
  const parts: ReportParts = {
    language,
    title: say('title'),
    span: say('span', { since: shown(since), until: shown(until) }),
    counts: countsOf(report).map(([key, count]) => say(key, { count })),
    listed: report.entries.length === 0 ? [say('nothing')] : listed,
    notes: [
      ...(left > 0 ? [say('more', { count: left })] : []),
      ...(report.isCut ? [say('cut', { count: 10_000 })] : []),
    ],
    proof: say('proof'),
    seal: sealText(report.seal),
  }
  return format === 'html' ? `${pageOf(parts)}` : markdownOf(parts)
}

/** The sentence that viewers read. */
function questionIn(language: AppLanguage, question: VoteQuestion): string {
  const { vote } = language === 'zh' ? contractZh : contractEn
  const sentences: Readonly<Record<string, string>> = vote.question
  const name = voteSentenceOf(question)
  return (Object.hasOwn(sentences, name) ? sentences[name] : undefined) ?? vote.title
}

interface ReportParts {
  readonly language: AppLanguage
  readonly title: string
  readonly span: string
  readonly counts: readonly string[]
  readonly listed: readonly string[]
  readonly notes: readonly string[]
  readonly proof: string
  readonly seal: string
}

function countsOf({ entries, reads, asked }: StreamReport): readonly (readonly [Word, number])[] {
  const acts = entries.filter((entry) => entry.kind === 'act')
  const ended = (...ends: readonly ReportedAct['end'][]) => acts.filter(({ end }) => ends.includes(end)).length
  const all = [
    ['done', ended('done')],
    ['reads', reads],
    ['asked', asked],
    ['denied', ended('denied')],
    ['unanswered', ended('expired')],
    ['failed', ended('failed', 'unknown')],
    ['undone', acts.filter(({ isUndone }) => isUndone).length],
    ['votes', entries.length - acts.length],
  ] as const satisfies readonly (readonly [Word, number])[]
  return all.filter(([key, count]) => key === 'done' || count > 0)
}

const markdownOf = ({ title, span, counts, listed, notes, proof, seal }: ReportParts): string =>
  [
    ...[`## ${title}`, '', span, ''],
    ...counts.map((line) => `- ${line}`),
    '',
    ...listed.map((line) => `- ${line}`),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...['', proof, '', `\`${seal}\``, ''],
  ].join('\n')

const pageOf = ({ language, title, span, counts, listed, notes, proof, seal }: ReportParts): HtmlText =>
  html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${htmlConstant(style)}</style>
</head>
<body>
<h1>${title}</h1>
<p>${span}</p>
<ul>
${linesOf(counts.map((line) => html`<li>${line}</li>`))}
</ul>
<ul>
${linesOf(listed.map((line) => html`<li>${line}</li>`))}
</ul>
${linesOf(notes.map((note) => html`<p>${note}</p>`))}
<footer><p>${proof}</p><code>${seal}</code></footer>
</body>
</html>
`

const linesOf = (lines: readonly HtmlText[]): HtmlText => joinedHtml(lines, '\n')

const style =
  'body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1c1c1a;background:#faf9f6}code{font-size:.75rem;overflow-wrap:anywhere}footer{margin-top:2rem;border-top:1px solid #ccc}'

/** Signs that begin a link, a style, a tag or an address; a platform makes links of bare addresses and names too. */
const escapedMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()<>#+!|~&$^=-]/gu, (sign) => `\\${sign}`)
    .replace(/[@:./](?=\S)/gu, (sign) => `${sign}\u200b`)

const sealName = 'gatehouse-report-1'

const sealText = ({ since, until, language, head }: ReportSeal): string =>
  [sealName, language, since, until, head.sequence, head.hash].join(' ')

const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const seal = new RegExp(`${sealName} (en|zh) (${instant}) (${instant}) (\\d{1,15}) ([0-9a-f]{64})`, 'u')

/** The seal of a report; undefined when the text is none. */
export function sealIn(text: string): ReportSeal | undefined {
  const [, language, since, until, sequence, hash] = seal.exec(text.slice(-2_000)) ?? []
  if (since === undefined || until === undefined || hash === undefined) return undefined
  return { since, until, language: language === 'zh' ? 'zh' : 'en', head: { sequence: Number(sequence), hash } }
}

export const formatOf = (text: string): ReportFormat => (text.startsWith('<!doctype html>') ? 'html' : 'md')
