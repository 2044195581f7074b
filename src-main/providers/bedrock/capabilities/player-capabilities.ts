/** Player capabilities of a Bedrock game. See docs/protocol.md#bedrock-commands, and `ext.bedrock.*`. */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { type CapabilityCall, unavailableCapability } from '../../minecraft/capability.js'
import { gameModes } from '../../minecraft/world-values.js'
import {
  decimal,
  integer,
  literal,
  maxCommandBytes,
  messageCommands,
  messageText,
  oneOf,
  playerName,
  resourceId,
} from '../command-text.js'
import { inWorld, worldNumbered } from '../worlds.js'
import {
  type BedrockAbilities,
  type BedrockCapability,
  capability,
  reading,
  runOrThrow,
  unreadableReply,
} from './bedrock-capability.js'
import { playersIn } from './player-list.js'
import { scriptPlayerLocation } from './script-capabilities.js'

/** Height of a player's eyes above their position: `querytarget` reports the eyes. */
const eyeHeight = 1.62001

interface PlayerPosition {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw?: number
  readonly pitch?: number
}

async function online(abilities: BedrockAbilities, signal: AbortSignal) {
  const list = playersIn(await runOrThrow(abilities, 'list', signal))
  if (!list) throw unreadableReply('who is online')
  return list
}

/** Parses a player's location from the details of `querytarget`; undefined when they have another format. */
export function parsePlayerLocation(details: unknown): PlayerPosition | undefined {
  if (typeof details !== 'string' || details.length > 4_096) return undefined
  try {
    const [target] = JSON.parse(details) as readonly Record<string, unknown>[]
    const { x, y, z } = (target?.position ?? {}) as Record<string, unknown>
    const world = worldNumbered(target?.dimension)
    if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number' || world === undefined) return undefined
    const yaw = target?.yRot
    return { world, x, y: Number((y - eyeHeight).toFixed(3)), z, ...(typeof yaw === 'number' && { yaw }) }
  } catch {
    return undefined
  }
}

/** The numbers that the game reports, not those that were asked for. */
function destinationIn(value: unknown): Readonly<Record<'x' | 'y' | 'z', number>> | undefined {
  const { x, y, z } = (value ?? {}) as Record<string, unknown>
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? { x, y, z } : undefined
}

/** Undefined where the game does not tell. @throws GatewayError */
export async function positionOf(
  name: unknown,
  abilities: BedrockAbilities,
  signal: AbortSignal,
): Promise<PlayerPosition | undefined> {
  // During a flood of chat, the pack's response may be dropped; the command is then used.
  const exact = await scriptPlayerLocation(String(name), abilities, signal).catch(() => undefined)
  if (exact) return exact
  if (!abilities.reads.has('player.info.get')) return undefined
  const { body } = await runOrThrow(abilities, `querytarget ${playerName(name)}`, signal, 'BUSINESS.PLAYER_OFFLINE')
  return parsePlayerLocation(body.details)
}

const changed = { changed: true }

/** An action on one player; when the game does not find the player, they count as offline. */
const onPlayer = (
  id: string,
  command: string,
  line: (given: JsonObject) => string,
  result: (given: JsonObject) => JsonObject,
): BedrockCapability =>
  capability(id, [command], async ({ given, signal }, abilities) => {
    await runOrThrow(abilities, line(given), signal, 'BUSINESS.PLAYER_OFFLINE')
    return result(given)
  })

const sendMessage = async (
  target: ReturnType<typeof literal>,
  { given, signal, byOwner }: CapabilityCall,
  abilities: BedrockAbilities,
) => {
  const from = byOwner ? 'owner' : 'ai'
  for (const command of messageCommands(target, String(given.message), from, maxCommandBytes))
    await runOrThrow(abilities, command, signal, 'BUSINESS.PLAYER_OFFLINE')
}

export const playerCapabilities: readonly BedrockCapability[] = [
  reading('player.list', async ({ signal }, abilities) => {
    const list = await online(abilities, signal)
    return { players: list.players, online: list.online, max: list.max }
  }),

  reading('player.info.get', async ({ given, signal }, abilities) => {
    const name = String(given.playerName)
    const { players } = await online(abilities, signal)
    if (!players.some((one) => one.name === name)) throw new GatewayError('BUSINESS.PLAYER_OFFLINE')
    const location = await positionOf(name, abilities, signal)
    return { name, ...(location && { location }) }
  }),

  capability('player.teleport', ['tp'], async ({ given, signal, before }, abilities) => {
    const location = given.location as PlayerPosition
    const { world, x, y, z, yaw = 0, pitch = 0 } = location
    const coordinates = [x, y, z, yaw, pitch].map(decimal).join(' ')
    const name = playerName(given.playerName)
    const previousLocation = before?.location ?? (await positionOf(given.playerName, abilities, signal))
    const line = `${inWorld(world)}tp ${name} ${coordinates}`
    const { body } = await runOrThrow(abilities, line, signal, 'BUSINESS.PLAYER_OFFLINE')
    const reached = destinationIn(body.destination)
    const newLocation = reached
      ? { world, ...reached }
      : await positionOf(given.playerName, abilities, signal).catch(() => undefined)
    return { success: true, ...(previousLocation && { previousLocation }), ...(newLocation && { newLocation }) }
  }),

  onPlayer(
    'player.kick',
    'kick',
    ({ playerName: name, reason = '' }) => `kick ${playerName(name)} ${messageText(reason)}`.trimEnd(),
    ({ playerName: name }) => ({ success: true, playerName: name }),
  ),

  unavailableCapability('player.ban', 'no-command'),
  unavailableCapability('player.mute', 'no-mute'),
  unavailableCapability('player.economy.balance.get', 'no-money'),
  unavailableCapability('player.economy.balance.adjust', 'no-money'),

  onPlayer(
    'ext.bedrock.gamemode.set',
    'gamemode',
    ({ gameMode, playerName: name }) => `gamemode ${oneOf(gameMode, gameModes)} ${playerName(name)}`,
    () => changed,
  ),

  onPlayer(
    'ext.bedrock.item.give',
    'give',
    ({ playerName: name, item, count = 1 }) =>
      `give ${playerName(name)} ${resourceId(item)} ${integer(count, 1, 2_304)}`,
    ({ count = 1 }) => ({ given: count }),
  ),

  onPlayer(
    'ext.bedrock.effect.give',
    'effect',
    ({ playerName: name, effect, seconds = 30, amplifier = 0 }) =>
      `effect ${playerName(name)} ${resourceId(effect)} ${integer(seconds, 1, 1_000_000)} ${integer(amplifier, 0, 255)}`,
    () => changed,
  ),

  capability('ext.bedrock.message.send', ['tellraw'], async (call, abilities) => {
    await sendMessage(playerName(call.given.playerName), call, abilities)
    return { sent: true }
  }),

  capability('chat.broadcast', ['tellraw'], async (call, abilities) => {
    await sendMessage(literal('@a'), call, abilities)
    return {}
  }),
]
