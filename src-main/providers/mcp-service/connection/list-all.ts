/**
 * List all: reads the pages of a list as servers send them. See docs/protocol.md#services-tools.
 *
 * Servers end their lists in different ways: without a cursor, with an empty one, or with one that never changes. So an
 * empty or repeated cursor is followed only while it brings new items. A list over the limits is truncated.
 */
import { type Client, ProtocolError } from '@modelcontextprotocol/client'
import { anyResultSchema } from './connection.js'

/** Maximum pages of one list, and items and JSON characters on all of them. */
const maxPages = 64
export const maxListed = { items: 2_000, characters: 16 * 1024 * 1024 }

export interface ListOptions {
  readonly signal: AbortSignal
  /** Milliseconds for each page. */
  readonly timeout: number
  /** The list exceeds the limits. */
  readonly onCut?: (method: string) => void
  /** A list that the service can be without cannot be read. */
  readonly onFailed?: (method: string) => void
}

/** @throws Error when a page cannot be read */
export async function listAll(
  client: Pick<Client, 'request'>,
  method: string,
  member: string,
  { signal, timeout, onCut }: ListOptions,
): Promise<unknown[]> {
  const items: unknown[] = []
  const known = new Set<string>()
  const cursors = new Set<string>([''])
  let characters = 0
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const isDoubtful = cursor !== undefined && cursors.has(cursor)
    if (cursor !== undefined) cursors.add(cursor)
    const params = cursor === undefined ? {} : { cursor }
    let result: Readonly<Record<string, unknown>>
    try {
      result = await client.request({ method, params }, anyResultSchema, { signal, timeout })
    } catch (thrown) {
      // A server that refuses its own doubtful cursor meant the end of the list.
      if (isDoubtful && thrown instanceof ProtocolError) return items
      throw thrown
    }
    const { [member]: some, nextCursor } = result
    const sent = Array.isArray(some) ? (some as readonly unknown[]) : []
    const texts = sent.map((item) => JSON.stringify(item))
    const hasNew = texts.some((text) => !known.has(text))
    const isRepeated = isDoubtful || (cursor !== undefined && nextCursor === cursor)
    for (const [at, text] of texts.entries()) {
      if (isRepeated && known.has(text)) continue
      known.add(text)
      characters += text.length
      if (items.length >= maxListed.items || characters > maxListed.characters) {
        onCut?.(method)
        return items
      }
      items.push(sent[at])
    }
    if (typeof nextCursor !== 'string' || (isRepeated && !hasNew)) return items
    cursor = nextCursor
  }
  onCut?.(method)
  return items
}
