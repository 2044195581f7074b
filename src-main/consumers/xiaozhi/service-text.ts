/**
 * Service text: the result of a service's tool for a voice device, immediate or after an approval.
 *
 * Enforces invariant 5: external text is fenced with unforgeable marks.
 */

import { readableContent } from '@contract/readable-content.js'
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
  const { isError } = relayed.result
  const readable = readableContent(relayed.result)
  // The outcome comes first, in our own words, so that it is never cut.
  const ended = isError === true ? words('failed', { reason: '' }).trim() : words('empty')
  return readable.length === 0
    ? ended
    : `${ended}\n${marked(textOf({ content: readable as CallToolResult['content'] }, words))}`
}

const marked = (text: string): string => asData(literalText("a service's words"), cleanText(text, longest))
