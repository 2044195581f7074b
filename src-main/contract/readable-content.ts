/**
 * Readable content: the content of a service's result for readers that show only content.
 *
 * Servers may leave `content` empty or out and send `structuredContent` alone, although the protocol recommends both.
 * Their data is then the content, as JSON.
 */
import type { JsonObject } from './call.js'
import { isObject } from './json/json-object.js'

export interface ContentPart extends JsonObject {
  readonly type: string
}

/** Maximum characters of structured content as text. */
const maxTextLength = 65_536

export function readableContent({ content, structuredContent }: JsonObject): readonly ContentPart[] {
  const parts = (Array.isArray(content) ? content : [content]).flatMap(partOf)
  const isEmpty = parts.every(({ type, text }) => type === 'text' && `${text}`.trim() === '')
  return isEmpty ? [...parts, ...structuredPart(structuredContent)] : parts
}

/** The parts of a service's result are not validated yet. A few servers send a plain text. */
function partOf(part: unknown): readonly ContentPart[] {
  if (typeof part === 'string') return [{ type: 'text', text: part }]
  if (!isObject(part) || typeof part.type !== 'string') return []
  const isWhole =
    part.type === 'text' ? typeof part.text === 'string' : part.type !== 'resource' || isObject(part.resource)
  return isWhole ? [part as ContentPart] : []
}

function structuredPart(data: unknown): readonly ContentPart[] {
  if (data === undefined || data === null) return []
  const text = JSON.stringify(data)
  const shown = text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}… (cut; the whole is structured)`
  return [{ type: 'text', text: shown }]
}
