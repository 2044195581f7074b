/**
 * Result size: truncates a result over the size limit and adds a notice.
 *
 * See docs/protocol.md#services-results (truncate and warn). Text is truncated; other content that does not fit is
 * removed and named. Guards that no truncated result is invalid: a result that must follow a schema fails, with its
 * size.
 */
import type { JsonObject } from '@contract/call.js'
import { isDeeperThan, maxMessageDepth } from '@contract/json/json-depth.js'
import { serviceError } from '@contract/service-error.js'

export interface SizedResult {
  readonly result: JsonObject
  /** Original bytes, when it was truncated. */
  readonly cutFrom?: number
}

export interface ResultSizeOptions {
  /** Bytes. */
  readonly most: number
  /** Whether it must follow a schema, of the tool or of the protocol, that truncation would break. */
  readonly mustBeWhole: boolean
}

const metaName = 'gatehouse/truncated'

/**
 * @throws GatewayError 3002 when it is not a result or nests too deeply, 3003 when it is too large and cannot be
 * truncated
 */
export function sized(result: unknown, { most, mustBeWhole }: ResultSizeOptions): SizedResult {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    throw serviceError(3002, { message: 'The service sent no result.' })
  }
  const text = JSON.stringify(result)
  if (isDeeperThan(maxMessageDepth, text)) {
    throw serviceError(3002, { message: `The result nests deeper than ${maxMessageDepth} levels.` })
  }
  const bytes = Buffer.byteLength(text)
  if (bytes <= most) return { result: result as JsonObject }
  const { isError } = result as JsonObject
  if (mustBeWhole && isError !== true) {
    throw serviceError(3003, {
      message: `It was done, but its result of ${bytes} bytes is larger than the allowed ${most}.`,
      suggestion: 'Ask for less at once, or raise toolManager.maxClientResultSize in services.json.',
      details: { bytes, allowed: most },
    })
  }
  return { result: cut(result as JsonObject, bytes, most), cutFrom: bytes }
}

function cut({ content, isError, structuredContent }: JsonObject, bytes: number, most: number): JsonObject {
  const left = structuredContent === undefined ? '' : ' Its structured content is left out.'
  const mark = `[Truncated by Gatehouse: the result has ${bytes} bytes, ${most} are allowed.${left}]`
  const shell = (blocks: readonly object[]): JsonObject => ({
    content: blocks,
    ...(isError === true && { isError }),
    _meta: { [metaName]: { bytes, allowed: most } },
  })
  const kept: object[] = []
  let room = most - sizeOf(shell([{ type: 'text', text: mark }]))
  for (const block of Array.isArray(content) ? (content as readonly unknown[]) : []) {
    if (typeof block !== 'object' || block === null || room <= 0) continue
    const { type, text } = block as { type?: unknown; text?: unknown }
    const size = sizeOf(block) + 1
    if (size <= room) {
      kept.push(block)
      room -= size
    } else if (type === 'text' && typeof text === 'string') {
      const part = firstBytes(text, room - sizeOf({ ...block, text: '' }) - 1)
      if (part !== '') kept.push({ ...block, text: part })
      room = 0
    }
  }
  return shell([...kept, { type: 'text', text: mark }])
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The longest prefix whose JSON fits in the given bytes; never splits a character. */
function firstBytes(text: string, most: number): string {
  if (most <= 0) return ''
  let [low, high] = [0, Math.min(text.length, most)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sizeOf(text.slice(0, middle)) - 2 <= most) low = middle
    else high = middle - 1
  }
  const part = text.slice(0, low)
  return /[\uD800-\uDBFF]$/u.test(part) ? part.slice(0, -1) : part
}
