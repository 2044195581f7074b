/**
 * Result text: a call's result as one plain text, for a model that speaks. See docs/protocol.md#services-results
 * ("truncate, warn").
 *
 * Device services drop a conversation at long results, read only the first text, and execute a text that is JSON with
 * an `action`. So a text is short, cut between characters, and never JSON as a whole. Enforces invariant 5: a cut
 * fenced text keeps its end mark.
 */

import { readableContent } from '@contract/readable-content.js'
import type { RelayedResult } from '@contract/relayed.js'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { CallReport } from '../../gateway/ports/calls.js'
import { asData } from '../../gateway/ports/model-responses.js'
import { literalText } from '../../policy/text/model-text.js'
import { endOfFence } from '../../policy/text/untrusted-fence.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { Translate } from './own-words.js'

export interface FittedText {
  readonly text: string
  readonly isCut: boolean
}

type ResultWord = 'denied' | 'expired' | 'withdrawn' | 'failed' | 'cut' | 'tooLong' | 'result' | 'notText' | 'empty'

export type ResultTranslate = Translate<ResultWord>

export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** @param limit bytes (UTF-8) in total, at least those of the shortest text */
export function fitted(text: string, limit: number, words: ResultTranslate): FittedText {
  const safe = withoutJson(text, words)
  if (bytesOf(safe) <= limit) return { text: safe, isCut: false }
  const fence = endOfFence(safe)
  const tail = `${words('cut')}${fence ? `\n${fence.line}` : ''}`
  const head = firstBytes(safe, limit - bytesOf(tail))
  if (fence && head.length <= fence.from) {
    // The external text does not fit, but the outcome must be reported.
    const end = words('tooLong')
    const ours = firstBytes(safe.slice(0, fence.begins).trim(), limit - bytesOf(end) - 1)
    return { text: firstBytes(`${ours} ${end}`.trim(), limit), isCut: true }
  }
  return { text: `${head}${tail}`, isCut: true }
}

/** The longest prefix of whole characters within so many bytes. */
export function firstBytes(text: string, bytes: number): string {
  const all = Buffer.from(text)
  if (all.length <= bytes) return text
  let end = Math.max(0, bytes)
  // A byte 10xxxxxx continues a character.
  while (end > 0 && ((all[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return all.toString('utf8', 0, end)
}

/** A text that starts like a JSON object is never sent as one. */
const withoutJson = (text: string, words: ResultTranslate): string =>
  text.trimStart().startsWith('{') ? `${words('result')} ${text}` : text

/** All readable parts of a result in one text. */
export function textOf({ content }: Pick<CallToolResult, 'content'>, words: ResultTranslate): string {
  const pieces = content.map((piece) => {
    if (piece.type === 'text') return piece.text
    if (piece.type === 'resource' && 'text' in piece.resource) return piece.resource.text
    return words('notText', { kind: piece.type })
  })
  return pieces.join('\n').trim() || words('empty')
}

/** The end of a call, whole. @param result its text for models; undefined report: there was no call */
export function endText(
  report: CallReport | undefined,
  result: Pick<CallToolResult, 'content'>,
  words: ResultTranslate,
): string {
  const kind = report?.outcome.kind
  if (kind === 'denied' || kind === 'expired' || kind === 'withdrawn') return words(kind)
  const relayed = report && relayedBy(report)
  if (relayed) return serviceText(relayed, words)
  const text = textOf(result, words)
  return kind === 'done' && endOfFence(text)?.begins === 0 ? `${words('empty')}\n${text}` : text
}

/** Maximum characters; a listener gets fewer. */
const longest = 16_384

/** A service's result for this call, done or not. */
export const relayedBy = ({ outcome }: CallReport): RelayedResult | undefined =>
  outcome.kind === 'done' ? outcome.relayed : outcome.kind === 'failed' ? outcome.error.relayed : undefined

/** The result of a service's tool. Enforces invariant 5: external text is fenced with unforgeable marks. */
export function serviceText(relayed: RelayedResult, words: ResultTranslate): string {
  if ('error' in relayed) return words('failed', { reason: `\n${marked(relayed.error.message)}` })
  const { isError } = relayed.result
  const readable = readableContent(relayed.result)
  // The outcome comes first, in our own words, so that it is never cut.
  const ended = isError === true ? words('failed', { reason: '' }).trim() : words('empty')
  return readable.length === 0
    ? ended
    : `${ended}\n${marked(textOf({ content: readable as CallToolResult['content'] }, words))}`
}

const marked = (text: string): string => asData(literalText("a service's words"), cleanText(text, longest))
