/**
 * Gatehouse behavior pack: responds to script requests of the player whose game is connected. See
 * docs/protocol.md#bedrock-script.
 *
 * It only reads. Command blocks, dialogues and entities other than players get no response; the game lets only
 * operators run `scriptevent`. The response goes only to the player who sent the request.
 */

import {
  fitsInPieces,
  maxPieces,
  pieceCharacters,
  piecesOf,
  plainJson,
  type ScriptResponse,
} from '@contract/bedrock-script.js'
import { Player, ScriptEventSource, system } from '@minecraft/server'
import { callIn, type ScriptCall } from './arguments.js'
import { base64url } from './base64url.js'
import { reads } from './reads.js'

system.afterEvents.scriptEventReceive.subscribe(
  ({ id, message, sourceType, sourceEntity }) => {
    const call = callIn(id, message)
    if (!call || sourceType !== ScriptEventSource.Entity || !(sourceEntity instanceof Player)) return
    for (const piece of piecesOf(call.requestId, respond(call))) sourceEntity.runCommand(`tell @s ${piece}`)
  },
  { namespaces: ['gatehouse'] },
)

function respond({ request, requestId, given }: ScriptCall): string {
  try {
    return encoded(requestId, reads[request](given))
  } catch (thrown) {
    const statusMessage = thrown instanceof Error ? thrown.message.slice(0, 200) : 'The request failed.'
    return data({ body: { statusCode: -1, statusMessage, data: null }, header: { requestId } })
  }
}

/** Truncates a list that does not fit; `total` still counts all entries. */
function encoded(requestId: string, found: Readonly<Record<string, unknown>>): string {
  const text = data({ body: { statusCode: 0, statusMessage: '', data: found }, header: { requestId } })
  if (fitsInPieces(text)) return text
  const { entities } = found
  if (!Array.isArray(entities) || entities.length === 0) throw new Error('The answer is too long.')
  // The share leaves a margin, so that one cut is nearly always enough: the engine stops scripts that run too long.
  const share = (0.9 * maxPieces * pieceCharacters) / text.length
  return encoded(requestId, { ...found, entities: entities.slice(0, Math.floor(entities.length * share)) })
}

const data = (response: ScriptResponse): string => base64url(plainJson(response))
