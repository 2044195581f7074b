/**
 * Voice text: what a voice device gets as the result of a call. See docs/protocol.md#services-results ("truncate,
 * warn").
 *
 * Device services cut a conversation off at long results, read only the first text, and execute a text that is JSON with an
 * `action`. So a text is short, cut at a character, and never JSON as a whole. Guards invariant 5: a text of the game that
 * is cut keeps the mark of its end.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { endOfFence } from '../../policy/untrusted-fence.js'
import type { VoiceWords } from './voice-words.js'

export interface VoiceText {
  readonly text: string
  readonly isCut: boolean
}

export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** @param limit bytes (UTF-8) of the whole, at least those of the shortest words */
export function fitted(text: string, limit: number, words: VoiceWords): VoiceText {
  const safe = withoutJson(text, words)
  if (bytesOf(safe) <= limit) return { text: safe, isCut: false }
  const fence = endOfFence(safe)
  const tail = `${words('cut')}${fence ? `\n${fence.line}` : ''}`
  const head = firstBytes(safe, limit - bytesOf(tail))
  if (fence && head.length <= fence.from) {
    // What a stranger wrote has no room: how it ended is still said.
    const end = words('tooLong')
    const ours = firstBytes(safe.slice(0, fence.begins).trim(), limit - bytesOf(end) - 1)
    return { text: firstBytes(`${ours} ${end}`.trim(), limit), isCut: true }
  }
  return { text: `${head}${tail}`, isCut: true }
}

/** Whole characters that fit into so many bytes. */
export function firstBytes(text: string, bytes: number): string {
  const all = Buffer.from(text)
  if (all.length <= bytes) return text
  let end = Math.max(0, bytes)
  // A byte 10xxxxxx goes on with a character that began before it.
  while (end > 0 && ((all[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return all.toString('utf8', 0, end)
}

/** A text that begins like a JSON object is never sent as one. */
const withoutJson = (text: string, words: VoiceWords): string =>
  text.trimStart().startsWith('{') ? `${words('result')} ${text}` : text

/** Everything that can be read of a result, in one text. */
export function textOf({ content }: Pick<CallToolResult, 'content'>, words: VoiceWords): string {
  const pieces = content.map((piece) => {
    if (piece.type === 'text') return piece.text
    if (piece.type === 'resource' && 'text' in piece.resource) return piece.resource.text
    return words('notText', { kind: piece.type })
  })
  return pieces.join('\n').trim() || words('empty')
}
