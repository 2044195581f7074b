/**
 * Bedrock script messages: the requests to the behavior pack, and its responses in numbered parts. See
 * docs/protocol.md#bedrock-script.
 *
 * The pack runs in the game's own engine, so this module needs neither Node nor a browser.
 */
export const scriptRequests = ['getPlayerInfo', 'getWorldInfo', 'getBlockInfo', 'getEntityInfo'] as const
export type ScriptRequest = (typeof scriptRequests)[number]
/** Starts the pack's reports of script events; `requestId` becomes the id of their channel. */
export const scriptEventsRequest = 'sendScriptEvents'

/** `scriptevent gatehouse:getPlayerInfo {"requestId":"…"}` */
export const scriptNamespace = 'gatehouse'

export interface ScriptResponse {
  readonly body: { readonly statusCode: number; readonly statusMessage: string; readonly data: unknown }
  readonly header: { readonly requestId: string }
}

/** A script event as the pack reports it. */
export interface ScriptEventReport {
  readonly id: string
  readonly message: string
  readonly sourceType: string
  readonly playerName?: string
  /** The message was longer than `maxScriptMessage`. */
  readonly isCut?: true
}

/** Maximum characters of the message of a reported script event. */
export const maxScriptMessage = 512

export interface ScriptPiece {
  readonly requestId: string
  /** Starts at 1. */
  readonly number: number
  readonly count: number
  /** Checksum of the data of all pieces. */
  readonly checksum: string
  readonly data: string
}

const prefix = 'GHSCRIPT|'
export const pieceCharacters = 320
/** Less than the number of game events that are forwarded at once. */
export const maxPieces = 60

const pieceForm = /^GHSCRIPT\|([0-9a-f]{32})\|([1-9]\d?)\/([1-9]\d?)\|([0-9a-f]{8})\|([A-Za-z0-9_-]{1,320})$/u
const requestIdForm = /^[0-9a-f]{32}$/u

export const isScriptRequestId = (value: unknown): value is string =>
  typeof value === 'string' && requestIdForm.test(value)

export const isScriptPiece = (message: string): boolean => message.startsWith(prefix)

/** Whether the data fit into the pieces of one response. */
export const fitsInPieces = (data: string): boolean => data.length <= maxPieces * pieceCharacters

/** @param data base64url */
export function piecesOf(requestId: string, data: string): string[] {
  const count = Math.ceil(data.length / pieceCharacters)
  return Array.from({ length: count }, (_, at) => {
    const part = data.slice(at * pieceCharacters, (at + 1) * pieceCharacters)
    return `${prefix}${requestId}|${at + 1}/${count}|${checksumOf(data)}|${part}`
  })
}

/** Takes time linear in the length; undefined when the text is not a piece. */
export function parseScriptPiece(message: string): ScriptPiece | undefined {
  if (message.length > 512) return undefined
  const [, requestId = '', number, count, checksum = '', data = ''] = pieceForm.exec(message) ?? []
  const piece = { requestId, number: Number(number), count: Number(count), checksum, data }
  return requestId === '' || piece.number > piece.count || piece.count > maxPieces ? undefined : piece
}

/** FNV-1a detects damage, not forgery; the unguessable request id prevents that. */
export function checksumOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** JSON in ASCII and without `@`, which the game would read as a selector. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[@\u007f-\u{10ffff}]/gu, (letter) =>
    letter
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
