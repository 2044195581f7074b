/** Player capabilities of a Java server. See docs/protocol.md#core-capabilities, and `ext.java.*`. */
import { GatewayError } from '@contract/gateway-error.js'
import {
  decimal,
  integer,
  literal,
  messageText,
  oneOf,
  playerName,
  textComponent,
} from '../dialects/command-arguments.js'
import { isInRange } from '../dialects/game-version.js'
import { dimensionOf, worldNameOf } from '../worlds.js'
import { aiText, fromAi } from './caller-values.js'
import { dataIfThere, dataOf, membersIn, numbersIn } from './entity-data.js'
import {
  capability,
  type JavaAbilities,
  type JavaCapability,
  reading,
  reportsChange,
  unavailableCapability,
} from './java-capability.js'
import { playersIn } from './player-list.js'

const gameModes = ['survival', 'creative', 'adventure', 'spectator'] as const

export interface PlayerLocation {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw?: number
  readonly pitch?: number
}

/** @throws GatewayError when the player is not online */
async function onlinePlayer(name: string, { dialect }: JavaAbilities, signal: AbortSignal) {
  const { fields } = await dialect.run('listPlayers', {}, { signal })
  const found = playersIn(fields.list).find((one) => one.name === name)
  if (!found) throw new GatewayError('BUSINESS.PLAYER_OFFLINE')
  return found
}

async function positionOf(
  name: string,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<PlayerLocation | undefined> {
  if (!abilities.dialect.has('entityData')) return undefined
  const [position, rotation, dimension] = await Promise.all(
    ['Pos', 'Rotation', 'Dimension'].map((path) => dataOf(name, path, abilities, signal)),
  )
  const [x, y, z] = numbersIn(position)
  const [yaw, pitch] = numbersIn(rotation)
  if (x === undefined || y === undefined || z === undefined) return undefined
  if (typeof dimension !== 'string' && typeof dimension !== 'number') return undefined
  return {
    world: worldNameOf(dimension),
    ...{ x, y, z },
    ...(yaw !== undefined && pitch !== undefined && { yaw, pitch }),
  }
}

const nameGiven = ({ playerName: name }: Readonly<Record<string, unknown>>): string => playerName(name)

/** The recipients: everybody when no player is named. */
const target = ({ playerName: name }: Readonly<Record<string, unknown>>) =>
  name === undefined ? literal('@a') : playerName(name)

/** Every text of an AI begins with its prefix, in a component of its own. */
const aiComponent = (text: unknown) => textComponent({ text: fromAi, color: 'gold' }, { text: aiText(text) })

export const playerCapabilities: readonly JavaCapability[] = [
  reading('player.list', ['listPlayers'], async ({ signal }, { dialect }) => {
    const { fields } = await dialect.run('listPlayers', {}, { signal })
    return { players: playersIn(fields.list), online: Number(fields.online), max: Number(fields.max) }
  }),

  capability('player.info.get', ['listPlayers'], async ({ given, signal }, abilities) => {
    const name = nameGiven(given)
    const player = await onlinePlayer(name, abilities, signal)
    if (!abilities.dialect.has('entityData')) return { ...player }
    const [location, health, food, mode] = await Promise.all([
      positionOf(name, abilities, signal),
      ...['Health', 'foodLevel', 'playerGameType'].map((path) => dataOf(name, path, abilities, signal)),
    ])
    const gameMode = typeof mode === 'number' ? gameModes[mode] : undefined
    return {
      ...player,
      ...(location && { location }),
      ...(typeof health === 'number' && { health }),
      ...(typeof food === 'number' && { food }),
      ...(gameMode && { gameMode }),
    }
  }),

  capability('player.teleport', ['teleport'], async ({ given, signal }, abilities) => {
    const name = nameGiven(given)
    const location = given.location as PlayerLocation
    const previousLocation = await positionOf(name, abilities, signal)
    const { yaw = 0, pitch = 0, x, y, z, world } = location
    await abilities.dialect.run(
      'teleport',
      {
        player: playerName(name),
        x: decimal(x),
        y: decimal(y),
        z: decimal(z),
        yaw: decimal(yaw),
        pitch: decimal(pitch),
      },
      { signal, dimension: dimensionOf(world) },
    )
    return {
      success: true,
      ...(previousLocation && { previousLocation }),
      newLocation: { world, x, y, z, yaw, pitch },
    }
  }),

  capability('player.kick', ['kick'], async ({ given, signal }, { dialect }) => {
    const name = nameGiven(given)
    const reason = messageText(given.reason ?? '')
    await dialect.run('kick', { player: playerName(name), reason }, { signal })
    return { success: true, playerName: name }
  }),

  capability('player.ban', ['ban'], async ({ given, signal }, { dialect }) => {
    if (given.durationMinutes !== undefined) throw noTimedBan()
    const name = nameGiven(given)
    const { outcome } = await dialect.run(
      'ban',
      { player: playerName(name), reason: messageText(given.reason) },
      { signal },
    )
    return { success: outcome === 'done', playerName: name }
  }),

  unavailableCapability('player.mute', { kind: 'no-mute' }),
  unavailableCapability('player.economy.balance.get', { kind: 'no-money' }),
  unavailableCapability('player.economy.balance.adjust', { kind: 'no-money' }),

  capability('ext.java.ban.remove', ['pardon'], async ({ given, signal }, { dialect }) => {
    const { outcome } = await dialect.run('pardon', { player: playerName(given.playerName) }, { signal })
    return { changed: outcome === 'done' }
  }),

  capability('ext.java.operator.grant', ['grantOperator'], async ({ given, signal }, { dialect }) => {
    const { outcome } = await dialect.run('grantOperator', { player: playerName(given.playerName) }, { signal })
    return { changed: outcome === 'done', ...(reportsChange(dialect) && { wasOperator: outcome !== 'done' }) }
  }),

  capability('ext.java.operator.revoke', ['revokeOperator'], async ({ given, signal }, { dialect }) => {
    const { outcome } = await dialect.run('revokeOperator', { player: playerName(given.playerName) }, { signal })
    return { changed: outcome === 'done' }
  }),

  capability('ext.java.gamemode.set', ['setGameMode'], async ({ given, signal }, { dialect }) => {
    const mode = oneOf(given.gameMode, gameModes)
    const { outcome } = await dialect.run('setGameMode', { player: playerName(given.playerName), mode }, { signal })
    return { changed: outcome === 'done' }
  }),

  capability('ext.java.spawnpoint.get', ['entityData'], async ({ given, signal }, abilities) => {
    const location = await spawnPointOf(playerName(given.playerName), abilities, signal)
    return { ...(location && { location }) }
  }),

  capability('ext.java.spawnpoint.set', ['setSpawnPoint'], async ({ given, signal }, { dialect }) => {
    const { world, x, y, z } = given.location as PlayerLocation
    const far = 30_000_000
    const place = { x: integer(x, -far, far), y: integer(y, -2_048, 4_096), z: integer(z, -far, far) }
    const player = playerName(given.playerName)
    await dialect.run('setSpawnPoint', { player, ...place }, { signal, dimension: dimensionOf(world) })
    return { changed: true }
  }),

  capability('ext.java.title.show', ['showTitle', 'showSubtitle'], async ({ given, signal }, { dialect }) => {
    const player = target(given)
    if (given.subtitle !== undefined) {
      await dialect.run('showSubtitle', { player, text: aiComponent(given.subtitle) }, { signal })
    }
    await dialect.run('showTitle', { player, text: aiComponent(given.title) }, { signal })
    return { shown: true }
  }),

  capability('ext.java.message.send', ['tell'], async ({ given, signal }, { dialect }) => {
    await dialect.run('tell', { player: playerName(given.playerName), text: aiComponent(given.message) }, { signal })
    return { sent: true }
  }),

  capability('chat.broadcast', ['broadcast'], async ({ given, signal }, { dialect }) => {
    await dialect.run('broadcast', { text: aiComponent(given.message) }, { signal })
    return {}
  }),
]

/** The player's own respawn position, if set. */
async function spawnPointOf(
  name: string,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<PlayerLocation | undefined> {
  const isLater = isInRange(abilities.dialect.traits.version, { since: '1.21.5' })
  const respawn = isLater ? membersIn(await dataIfThere(name, 'respawn', abilities, signal)) : {}
  const [x, y, z] = isLater
    ? numbersIn(respawn.pos)
    : await Promise.all(['SpawnX', 'SpawnY', 'SpawnZ'].map((path) => dataIfThere(name, path, abilities, signal)))
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return undefined
  const dimension = isLater ? respawn.dimension : await dataIfThere(name, 'SpawnDimension', abilities, signal)
  return { world: worldNameOf(typeof dimension === 'string' ? dimension : 'minecraft:overworld'), x, y, z }
}

const noTimedBan = () =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'The console of a Java server supports only permanent bans.',
    suggestion: 'Leave durationMinutes out, or connect the management protocol (1.21.9 and later).',
  })
