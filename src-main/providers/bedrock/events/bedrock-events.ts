/**
 * Bedrock events: the subscribed events of the game, and their mapping to the core catalogue. See
 * docs/protocol.md#bedrock-events.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import { cleanText, plainName } from '../../../policy/text/untrusted-text.js'
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

/** Events of the core catalogue that a Bedrock game reports, or that are derived from `list`. */
export const bedrockEventIds: readonly string[] = [
  'player.join',
  'player.leave',
  'player.chat',
  'world.block.placed',
  'world.block.broken',
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
