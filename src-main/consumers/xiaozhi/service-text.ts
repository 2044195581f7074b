/**
 * Service text: what a tool of a service returned, for a voice device: at once and after an approval alike.
 *
 * Guards invariant 5: the texts are an outsider's, so they stand between marks that nobody there can write.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RelayedResult } from '../../contract/relayed.js'
import type { CallReport } from '../../gateway/call-path.js'
import { asData } from '../../gateway/model-answers.js'
import { ownWords } from '../../policy/model-text.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { textOf } from './voice-text.js'
import type { VoiceWords } from './voice-words.js'

/** Characters; a device is sent less. */
const longest = 16_384

/** What a service sent for this call, done or not. */
export const relayedBy = ({ outcome }: CallReport): RelayedResult | undefined =>
  outcome.kind === 'done' ? outcome.relayed : outcome.kind === 'failed' ? outcome.error.relayed : undefined

export function serviceText(relayed: RelayedResult, words: VoiceWords): string {
  if ('error' in relayed) return words('failed', { reason: `\n${marked(relayed.error.message)}` })
  const { content, isError } = relayed.result as Partial<CallToolResult>
  const readable = Array.isArray(content) ? content.filter(isReadable) : []
  // How it ended comes first and in our words, so that it is said however little room there is.
  const ended = isError === true ? words('failed', { reason: '' }).trim() : words('empty')
  return readable.length === 0 ? ended : `${ended}\n${marked(textOf({ content: readable }, words))}`
}

const marked = (text: string): string => asData(ownWords("a service's words"), cleanText(text, longest))

/** Nobody has checked the parts of a service's result. */
function isReadable(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { type, text, resource } = part as { type?: unknown; text?: unknown; resource?: unknown }
  if (type === 'text') return typeof text === 'string'
  return typeof type === 'string' && (type !== 'resource' || (typeof resource === 'object' && resource !== null))
}
