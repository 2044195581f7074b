/**
 * Service text: the result of a service's tool for a voice device, immediate or after an approval.
 *
 * Enforces invariant 5: external text is fenced with unforgeable marks.
 */

import type { RelayedResult } from '@contract/relayed.js'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { CallReport } from '../../gateway/ports/calls.js'
import { asData } from '../../gateway/ports/model-responses.js'
import { literalText } from '../../policy/text/model-text.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { textOf } from './voice-text.js'
import type { VoiceTranslate } from './voice-texts.js'

/** Maximum characters; a device gets fewer. */
const longest = 16_384

/** A service's result for this call, done or not. */
export const relayedBy = ({ outcome }: CallReport): RelayedResult | undefined =>
  outcome.kind === 'done' ? outcome.relayed : outcome.kind === 'failed' ? outcome.error.relayed : undefined

export function serviceText(relayed: RelayedResult, words: VoiceTranslate): string {
  if ('error' in relayed) return words('failed', { reason: `\n${marked(relayed.error.message)}` })
  const { content, isError } = relayed.result as Partial<CallToolResult>
  const readable = Array.isArray(content) ? content.filter(isReadable) : []
  // The outcome comes first, in our own words, so that it is never cut.
  const ended = isError === true ? words('failed', { reason: '' }).trim() : words('empty')
  return readable.length === 0 ? ended : `${ended}\n${marked(textOf({ content: readable }, words))}`
}

const marked = (text: string): string => asData(literalText("a service's words"), cleanText(text, longest))

/** The parts of a service's result are not validated yet. */
function isReadable(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { type, text, resource } = part as { type?: unknown; text?: unknown; resource?: unknown }
  if (type === 'text') return typeof text === 'string'
  return typeof type === 'string' && (type !== 'resource' || (typeof resource === 'object' && resource !== null))
}
