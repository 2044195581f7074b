/**
 * Bedrock events: the subscribed events of the game, and their mapping to the core catalogue. See
 * docs/protocol.md#bedrock-events.
 */

import { scriptEventsRequest, scriptNamespace, scriptRequests } from '@contract/bedrock-script.js'
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import { cleanText, plainName } from '../../../policy/text/untrusted-text.js'
import type { Requirement } from '../../minecraft/capability.js'
import type { BedrockEvent } from '../link.js'

/** Every event of docs/protocol.md#bedrock-events. */
export const eventSubscriptions: readonly string[] = [
  'PlayerMessage',
  'ScriptEventReceived',
  'PlayerJoin',
  'PlayerLeave',
  'BlockPlaced',
  'BlockBroken',
]

/** The event for `ScriptEventReceived`. */
export const scriptEventId = 'ext.bedrock.script.event'

/** Every event: those that a game reports, or that are derived from `list` or reported by the behavior pack; the rest. */
export const bedrockEventRequirements: readonly Requirement[] = [
  { id: 'player.join', lack: undefined },
  { id: 'player.leave', lack: undefined },
  { id: 'player.chat', lack: undefined },
  { id: 'world.block.placed', lack: undefined },
  { id: 'world.block.broken', lack: undefined },
  { id: scriptEventId, lack: undefined },
  { id: 'player.death', lack: { kind: 'not-reported' } },
  { id: 'world.tick.health', lack: { kind: 'not-reported' } },
]

const blockEvents: Readonly<Record<string, string>> = {
  BlockPlaced: 'world.block.placed',
  BlockBroken: 'world.block.broken',
}

/** The player who joined or left; undefined for other events, and for events without a name. */
export function moveIn({ name, body }: BedrockEvent) {
  const player = playerIn(body)
  if (player === undefined || (name !== 'PlayerJoin' && name !== 'PlayerLeave')) return undefined
  return { eventId: name === 'PlayerJoin' ? 'player.join' : 'player.leave', player } as const
}

/** Converts a block event to one of the catalogue; undefined for other events. */
export function blockEventOf(
  { name, body }: BedrockEvent,
  at: string,
): { readonly eventId: string; readonly data: JsonObject } | undefined {
  const eventId = Object.hasOwn(blockEvents, name) ? blockEvents[name] : undefined
  const [playerName, type] = [playerIn(body), blockIn(body)]
  if (eventId === undefined || playerName === undefined || type === undefined) return undefined
  return { eventId, data: { playerName, type, timestamp: at } }
}

/** Requests to the behavior pack are script events too; they are our own. */
const ownRequests: ReadonlySet<string> = new Set(
  [...scriptRequests, scriptEventsRequest].map((name) => `${scriptNamespace}:${name}`),
)
const maxScriptId = 128
const maxScriptMessage = 512

/**
 * The data of a script event, from the game or from the behavior pack; undefined for a request of our own. The game's
 * form is not documented: an event without a known text is passed on as JSON.
 */
export function scriptEventIn(body: JsonObject): JsonObject | undefined {
  const id = textIn(body, ['id', 'messageId', 'eventId', 'namespace']) ?? ''
  if (ownRequests.has(id)) return undefined
  const message = textIn(body, ['message', 'content', 'value', 'data']) ?? JSON.stringify(body)
  const { sourceType, isCut, dropped } = body
  const player = playerIn(body)
  return {
    id: cleanText(id, maxScriptId),
    message: cleanText(message, maxScriptMessage),
    ...(typeof sourceType === 'string' && { sourceType: cleanText(sourceType, 32) }),
    ...(player !== undefined && { playerName: player }),
    ...((isCut === true || message.length > maxScriptMessage) && { isCut: true }),
    ...(typeof dropped === 'number' && Number.isSafeInteger(dropped) && dropped > 0 && { dropped }),
  }
}

const textIn = (body: JsonObject, names: readonly string[]): string | undefined =>
  names.map((name) => body[name]).find((value): value is string => typeof value === 'string')

const nameIn = (value: unknown): string | undefined => {
  const text = isObject(value) ? value.name : value
  return typeof text === 'string' && text !== '' ? plainName(text) : undefined
}

/** Newer games send a `player` object, older ones `Player`; a few only `sender`. */
const playerIn = (body: JsonObject): string | undefined =>
  nameIn(body.player) ?? nameIn(body.Player) ?? nameIn(body.playerName) ?? nameIn(body.sender)

function blockIn({ block, Block, Namespace, AuxType: _aux }: JsonObject): string | undefined {
  if (isObject(block)) {
    const id = typeof block.id === 'string' ? block.id : ''
    const namespace = typeof block.namespace === 'string' ? block.namespace : 'minecraft'
    return id === '' ? undefined : cleanText(id.includes(':') ? id : `${namespace}:${id}`, 128)
  }
  const id = typeof Block === 'string' ? Block : typeof block === 'string' ? block : ''
  const namespace = typeof Namespace === 'string' ? Namespace : 'minecraft'
  return id === '' ? undefined : cleanText(id.includes(':') ? id : `${namespace}:${id}`, 128)
}
