/**
 * Gatehouse behavior pack: responds to script requests of the player whose game is connected. See
 * docs/protocol.md#bedrock-script.
 *
 * It only reads. Command blocks, dialogues and entities other than players get no response; the game lets only
 * operators run `scriptevent`. The response goes only to the player who sent the request. Other script events of the
 * namespace are reported to the players whose game asked for them.
 */

import {
  fitsInPieces,
  maxPieces,
  maxScriptMessage,
  pieceCharacters,
  piecesOf,
  plainJson,
  type ScriptEventReport,
  type ScriptResponse,
  scriptEventsRequest,
} from '@contract/bedrock-script.js'
import { Player, type ScriptEventCommandMessageAfterEvent, ScriptEventSource, system, world } from '@minecraft/server'
import { callIn, isRequest, type ScriptCall } from './arguments.js'
import { base64url } from './base64url.js'
import { reads } from './reads.js'

system.afterEvents.scriptEventReceive.subscribe(
  (event) => {
    const { id, message, sourceType, sourceEntity } = event
    if (!isRequest(id)) return report(event)
    const call = callIn(id, message)
    if (!call || sourceType !== ScriptEventSource.Entity || !(sourceEntity instanceof Player)) return
    if (call.request === scriptEventsRequest) startReports(sourceEntity.name, call.requestId)
    send(sourceEntity, call.requestId, respond(call))
  },
  { namespaces: ['gatehouse'] },
)

function report({ id, message, sourceType, sourceEntity }: ScriptEventCommandMessageAfterEvent): void {
  const playerName = sourceEntity instanceof Player ? sourceEntity.name : undefined
  reportEvent({ id, message, sourceType, ...(playerName !== undefined && { playerName }) }, (player, channel, data) =>
    send(player, channel, encoded(channel, data)),
  )
}

function send(player: Player, requestId: string, text: string): void {
  for (const piece of piecesOf(requestId, text)) player.runCommand(`tell @s ${piece}`)
}

function respond({ request, requestId, given }: ScriptCall): string {
  try {
    return encoded(requestId, request === scriptEventsRequest ? { reports: true } : reads[request](given))
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

/** A report is shown in the player's chat, so a command block that repeats must not flood it. */
const burst = 10
const perSecond = 2
const maxPlayers = 16

/** Name of a player → id of the channel. */
const channels = new Map<string, string>()
let left = burst
let at = Date.now()
/** Events that were not reported since the last report. */
let dropped = 0

function startReports(player: string, channel: string): void {
  channels.delete(player)
  channels.set(player, channel)
  if (channels.size <= maxPlayers) return
  for (const first of channels.keys()) {
    channels.delete(first)
    return
  }
}

function reportEvent(
  { message, ...event }: ScriptEventReport,
  send: (player: Player, channel: string, data: Readonly<Record<string, unknown>>) => void,
): void {
  if (channels.size === 0) return
  const now = Date.now()
  left = Math.min(burst, left + ((now - at) * perSecond) / 1_000)
  at = now
  if (left < 1) {
    dropped += 1
    return
  }
  left -= 1
  const report = {
    ...event,
    message: message.slice(0, maxScriptMessage),
    ...(message.length > maxScriptMessage && { isCut: true }),
    ...(dropped > 0 && { dropped }),
  }
  dropped = 0
  const players = world.getAllPlayers()
  for (const [name, channel] of channels) {
    const player = players.find((one) => one.name === name)
    if (player) send(player, channel, report)
    else channels.delete(name)
  }
}
