/** Player capabilities of a Java server. See docs/protocol.md#core-capabilities, and `ext.java.*`. */
import { GatewayError } from '@contract/gateway-error.js'
import { type CapabilityCall, isNeeded, unavailableCapability } from '../../minecraft/capability.js'
import { gameModes } from '../../minecraft/world-values.js'
import {
  decimal,
  integer,
  literal,
  messageText,
  oneOf,
  playerArgument,
  playerName,
  textComponent,
} from '../dialects/command-arguments.js'
import { type ListedPlayer, listPlayers } from '../dialects/player-list.js'
import { dimensionOf } from '../worlds.js'
import { lineText, senderOf } from './caller-values.js'
import { dataOf } from './entity-data.js'
import { capability, type JavaCapability, reportsChange } from './java-capability.js'
import {
  banState,
  gameModeOf,
  isNamed,
  operatorState,
  type PlayerLocation,
  playerIfListed,
  positionOf,
  positionState,
  requireExactName,
  rotationOf,
  spawnPointOf,
} from './player-states.js'
import { changeState, hasChanged, knownChange } from './read-back.js'

const nameGiven = ({ playerName: name }: Readonly<Record<string, unknown>>): string => playerName(name)

/** The recipients: everybody when no player is named. */
const target = ({ playerName: name }: Readonly<Record<string, unknown>>) =>
  name === undefined ? literal('@a') : playerArgument(name)

/** Every text begins with who sends it, in a component of its own. */
const componentOf = (text: unknown, call: CapabilityCall) =>
  textComponent({ text: senderOf(call), color: 'gold' }, { text: lineText(text) })

/** A message, as a text component and as the plain text of servers that have none. */
const messageArguments = (call: CapabilityCall) => ({
  text: componentOf(call.given.message, call),
  message: messageText(`${senderOf(call)}${lineText(call.given.message)}`),
})

export const playerCapabilities: readonly JavaCapability[] = [
  capability('player.list', ['listPlayers'], async ({ signal }, { dialect }) => ({
    ...(await listPlayers(dialect, { signal })),
  })),

  capability('player.info.get', ['listPlayers'], async (call, abilities) => {
    const { given, signal } = call
    const player = await playerIfListed(nameGiven(given), abilities, signal)
    const { name } = player
    if (!abilities.dialect.has('entityData')) return { ...player }
    const read = (member: string, path: string) =>
      isNeeded(call, member) ? dataOf(name, path, abilities, signal) : undefined
    const [location, health, food, mode] = await Promise.all([
      isNeeded(call, 'location') ? positionOf(name, abilities, signal) : undefined,
      read('health', 'Health'),
      read('food', 'foodLevel'),
      read('gameMode', 'playerGameType'),
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

  capability('player.teleport', ['teleport'], async ({ given, signal, before: known }, abilities) => {
    const name = nameGiven(given)
    await requireExactName(name, abilities, signal)
    const location = given.location as PlayerLocation
    const { yaw = 0, pitch = 0, x, y, z, world } = location
    const place = { x: decimal(x), y: decimal(y), z: decimal(z), yaw: decimal(yaw), pitch: decimal(pitch) }
    const options = { signal, dimension: dimensionOf(world) }
    const { before, after, reply } = await changeState(
      positionState({ name, wanted: location, known }, abilities, signal),
      () => abilities.dialect.run('teleport', { player: playerArgument(name), ...place }, options),
    )
    const { fields } = reply ?? {}
    const reached =
      fields === undefined
        ? after
        : {
            world,
            x: Number(fields.x),
            y: Number(fields.y),
            z: Number(fields.z),
            ...(await rotationOf(name, abilities, signal)),
          }
    return {
      success: true,
      ...(before && { previousLocation: before }),
      ...(reached && { newLocation: { ...reached } }),
    }
  }),

  capability('player.kick', ['kick'], async ({ given, signal }, abilities) => {
    const name = nameGiven(given)
    await requireExactName(name, abilities, signal)
    const reason = messageText(given.reason ?? '')
    const isGone = {
      read: async () => (await listPlayers(abilities.dialect, { signal })).players,
      isWanted: (players: readonly ListedPlayer[]) => !players.some(isNamed(name)),
    }
    await changeState(
      isGone,
      () => abilities.dialect.run('kick', { player: playerArgument(name), reason }, { signal }),
      'after',
    )
    return { success: true, playerName: name }
  }),

  capability('player.ban', ['ban'], async ({ given, signal }, abilities) => {
    if (given.durationMinutes !== undefined) throw noTimedBan()
    const name = nameGiven(given)
    const changed = await hasChanged(banState(name, true, abilities), () =>
      abilities.dialect.run('ban', { player: playerArgument(name), reason: messageText(given.reason) }, { signal }),
    )
    return { success: changed, playerName: name }
  }),

  unavailableCapability('player.mute', 'no-mute'),
  unavailableCapability('player.economy.balance.get', 'no-money'),
  unavailableCapability('player.economy.balance.adjust', 'no-money'),

  capability('ext.java.ban.remove', ['pardon'], async ({ given, signal }, abilities) => {
    const changed = await hasChanged(banState(nameGiven(given), false, abilities), () =>
      abilities.dialect.run('pardon', { player: playerArgument(given.playerName) }, { signal }),
    )
    return { changed }
  }),

  capability('ext.java.operator.grant', ['grantOperator'], async ({ given, signal }, abilities) => {
    const { dialect } = abilities
    const confirmed = await changeState(operatorState(nameGiven(given), true, abilities), () =>
      dialect.run('grantOperator', { player: playerArgument(given.playerName) }, { signal }),
    )
    const { before, reply } = confirmed
    const changed = knownChange(confirmed)
    const isSaid = reply !== undefined && reportsChange(dialect)
    const wasOperator = isSaid ? !changed : before
    return { changed, ...(wasOperator !== undefined && { wasOperator }) }
  }),

  capability('ext.java.operator.revoke', ['revokeOperator'], async ({ given, signal }, abilities) => {
    const changed = await hasChanged(operatorState(nameGiven(given), false, abilities), () =>
      abilities.dialect.run('revokeOperator', { player: playerArgument(given.playerName) }, { signal }),
    )
    return { changed }
  }),

  capability('ext.java.gamemode.set', ['setGameMode'], async ({ given, signal, before }, abilities) => {
    const mode = oneOf(given.gameMode, gameModes)
    const name = nameGiven(given)
    const state = abilities.dialect.has('entityData')
      ? {
          before: gameModes.find((one) => one === before?.gameMode),
          read: () => gameModeOf(name, abilities, signal),
          isWanted: (value: string) => value === mode,
        }
      : undefined
    const changed = await hasChanged(state, () =>
      abilities.dialect.run('setGameMode', { player: playerArgument(name), mode }, { signal }),
    )
    return { changed }
  }),

  capability('ext.java.spawnpoint.get', ['entityData'], async ({ given, signal }, abilities) => {
    const location = await spawnPointOf(playerName(given.playerName), abilities, signal)
    return { ...(location && { location }) }
  }),

  capability('ext.java.spawnpoint.set', ['setSpawnPoint'], async ({ given, signal }, abilities) => {
    const { world, x, y, z } = given.location as PlayerLocation
    const far = 30_000_000
    const place = { x: integer(x, -far, far), y: integer(y, -2_048, 4_096), z: integer(z, -far, far) }
    const player = playerArgument(given.playerName)
    const dimension = dimensionOf(world)
    const state = abilities.dialect.has('entityData')
      ? {
          read: () => spawnPointOf(player.name, abilities, signal),
          isWanted: (at: PlayerLocation) =>
            at.x === x && at.y === y && at.z === z && dimensionOf(at.world) === dimension,
        }
      : undefined
    const change = () => abilities.dialect.run('setSpawnPoint', { player, ...place }, { signal, dimension })
    await changeState(state, change, 'after')
    return { changed: true }
  }),

  capability('ext.java.title.show', ['showTitle', 'showSubtitle'], async (call, { dialect }) => {
    const { given, signal } = call
    const player = target(given)
    if (given.subtitle !== undefined) {
      await dialect.run('showSubtitle', { player, text: componentOf(given.subtitle, call) }, { signal })
    }
    await dialect.run('showTitle', { player, text: componentOf(given.title, call) }, { signal })
    return { shown: true }
  }),

  capability('ext.java.message.send', ['tell'], async (call, abilities) => {
    const { signal } = call
    const name = nameGiven(call.given)
    await requireExactName(name, abilities, signal)
    await abilities.dialect.run('tell', { player: playerArgument(name), ...messageArguments(call) }, { signal })
    return { sent: true }
  }),

  capability('chat.broadcast', ['broadcast'], async (call, { dialect }) => {
    await dialect.run('broadcast', messageArguments(call), { signal: call.signal })
    return {}
  }),
]

const noTimedBan = () =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'The console of a Java server supports only permanent bans.',
    suggestion: 'Leave durationMinutes out, or connect the management protocol (1.21.9 and later).',
  })
