/**
 * Script responses: assembles the pieces that the behavior pack sends. See docs/protocol.md#bedrock-script-answers.
 *
 * Guards invariant 7: only pieces of a pending request count, each number once, up to the maximum of a response.
 */
import { checksumOf, type ScriptPiece, type ScriptResponse } from '@contract/bedrock-script.js'
import type { JsonObject } from '@contract/call.js'
import { isDeeperThan } from '@contract/json/json-depth.js'

const maxDepth = 12

export type Assembled =
  | { readonly kind: 'more' }
  | { readonly kind: 'damaged' }
  | ({ readonly kind: 'whole' } & ScriptResult)

interface ScriptResult {
  readonly statusCode: number
  readonly statusMessage: string
  readonly data: JsonObject
}

/** Reads the pieces of one response. */
export class ScriptResponseReader {
  readonly #parts = new Map<number, string>()
  #first: ScriptPiece | undefined

  add(piece: ScriptPiece): Assembled {
    this.#first ??= piece
    const { count, checksum, requestId } = this.#first
    if (piece.count !== count || piece.checksum !== checksum) return { kind: 'damaged' }
    if (!this.#parts.has(piece.number)) this.#parts.set(piece.number, piece.data)
    if (this.#parts.size < count) return { kind: 'more' }
    const data = Array.from({ length: count }, (_, at) => this.#parts.get(at + 1)).join('')
    const result = checksumOf(data) === checksum ? resultIn(data, requestId) : undefined
    return result ? { kind: 'whole', ...result } : { kind: 'damaged' }
  }
}

function resultIn(data: string, requestId: string): ScriptResult | undefined {
  const text = Buffer.from(data, 'base64url').toString('utf8')
  if (isDeeperThan(maxDepth, text)) return undefined
  try {
    const { body, header } = JSON.parse(text) as Partial<ScriptResponse>
    const isOurs = header?.requestId === requestId && typeof body?.statusCode === 'number'
    if (!isOurs || typeof body.statusMessage !== 'string') return undefined
    const isData = typeof body.data === 'object' && body.data !== null && !Array.isArray(body.data)
    return {
      statusCode: body.statusCode,
      statusMessage: body.statusMessage,
      data: isData ? (body.data as JsonObject) : {},
    }
  } catch {
    return undefined
  }
}
