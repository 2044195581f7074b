/** Player capabilities of a Bedrock game. See docs/protocol.md#bedrock-commands, and `ext.bedrock.*`. */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
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
  type Abilities,
  type BedrockCapability,
  capability,
  done,
  reading,
  unavailableCapability,
  unreadableReply,
} from './bedrock-capability.js'
import { playersIn } from './player-list.js'
import { scriptPlayerLocation } from './script-capabilities.js'

const gameModes = ['survival', 'creative', 'adventure', 'spectator'] as const

/** `querytarget` shows where the eyes of a player are. */
const eyeHeight = 1.62001

interface Place {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw?: number
  readonly pitch?: number
}

async function online(abilities: Abilities, signal: AbortSignal) {
  const list = playersIn(await done(abilities, 'list', signal))
  if (!list) throw unreadableReply('who is online')
  return list
}

/** Where a player is, from the details of `querytarget`; undefined when they say it otherwise. */
export function parsePlayerLocation(details: unknown): Place | undefined {
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

async function placeOf(name: unknown, abilities: Abilities, signal: AbortSignal): Promise<Place | undefined> {
  // In a flood of chat the pack's answer may be dropped; the command still answers.
  const exact = await scriptPlayerLocation(String(name), abilities, signal).catch(() => undefined)
  if (exact) return exact
  if (!abilities.reads.has('player.info.get')) return undefined
  const { body } = await done(abilities, `querytarget ${playerName(name)}`, signal, 'BUSINESS.PLAYER_OFFLINE')
  return parsePlayerLocation(body.details)
}

const changed = { changed: true }

/** An action on one player; one the game does not find is offline. */
const onPlayer = (
  id: string,
  command: string,
  line: (given: JsonObject) => string,
  result: (given: JsonObject) => JsonObject,
): BedrockCapability =>
  capability(id, [command], async ({ given, signal }, abilities) => {
    await done(abilities, line(given), signal, 'BUSINESS.PLAYER_OFFLINE')
    return result(given)
  })

const say = async (target: ReturnType<typeof literal>, message: unknown, abilities: Abilities, signal: AbortSignal) => {
  for (const command of messageCommands(target, String(message), 'ai', maxCommandBytes))
    await done(abilities, command, signal, 'BUSINESS.PLAYER_OFFLINE')
}

export const playerCapabilities: readonly BedrockCapability[] = [
  reading('player.list', async ({ signal }, abilities) => ({ ...(await online(abilities, signal)) })),

  reading('player.info.get', async ({ given, signal }, abilities) => {
    const name = String(given.playerName)
    const { players } = await online(abilities, signal)
    if (!players.some((one) => one.name === name)) throw new GatewayError('BUSINESS.PLAYER_OFFLINE')
    const location = await placeOf(name, abilities, signal)
    return { name, ...(location && { location }) }
  }),

  capability('player.teleport', ['tp'], async ({ given, signal }, abilities) => {
    const location = given.location as Place
    const { world, x, y, z, yaw = 0, pitch = 0 } = location
    const place = [x, y, z, yaw, pitch].map(decimal).join(' ')
    const name = playerName(given.playerName)
    const previousLocation = await placeOf(given.playerName, abilities, signal)
    await done(abilities, `${inWorld(world)}tp ${name} ${place}`, signal, 'BUSINESS.PLAYER_OFFLINE')
    return {
      success: true,
      ...(previousLocation && { previousLocation }),
      newLocation: { world, x, y, z, yaw, pitch },
    }
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

  capability('ext.bedrock.message.send', ['tellraw'], async ({ given, signal }, abilities) => {
    await say(playerName(given.playerName), given.message, abilities, signal)
    return { sent: true }
  }),

  capability('chat.broadcast', ['tellraw'], async ({ given, signal }, abilities) => {
    await say(literal('@a'), given.message, abilities, signal)
    return {}
  }),
]
