/** Player states: who is online, and what can be read of one player, to act on the right one and to check a change. */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import { gameModes } from '../../minecraft/world-values.js'
import { isInRange } from '../dialects/game-version.js'
import { isUnreadableList, type ListedPlayer, listPlayers } from '../dialects/player-list.js'
import { dimensionOf, worldNameOf } from '../worlds.js'
import { dataIfThere, dataOf, membersIn, numbersIn } from './entity-data.js'
import type { FolderReading, JavaAbilities } from './java-capability.js'
import type { ReadableState } from './read-back.js'

export interface PlayerLocation {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw?: number
  readonly pitch?: number
}

/** Names differ by more than their case. */
export const isNamed =
  (name: string) =>
  (player: ListedPlayer): boolean =>
    player.name.toLowerCase() === name.toLowerCase()

/** @throws GatewayError when the player is not online, or the list cannot be read */
async function onlinePlayer(name: string, { dialect }: JavaAbilities, signal: AbortSignal): Promise<ListedPlayer> {
  const { players } = await listPlayers(dialect, { signal })
  const found = players.find((one) => one.name === name) ?? players.find(isNamed(name))
  if (!found) throw new GatewayError('BUSINESS.PLAYER_OFFLINE')
  return found
}

/** As above; where the list cannot be read, the game itself says whether the player is online. */
export async function playerIfListed(
  name: string,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<ListedPlayer> {
  try {
    return await onlinePlayer(name, abilities, signal)
  } catch (thrown) {
    if (!isUnreadableList(thrown) || !abilities.dialect.has('entityData')) throw thrown
    await dataOf(name, 'Pos', abilities, signal)
    return { name }
  }
}

/** Cuberite takes a part of a name for the whole: the player must be online by exactly this name. */
export async function requireExactName(name: string, abilities: JavaAbilities, signal: AbortSignal): Promise<void> {
  if (abilities.dialect.traits.manner !== 'cuberite') return
  const { players } = await listPlayers(abilities.dialect, { signal })
  if (!players.some((one) => one.name === name)) throw new GatewayError('BUSINESS.PLAYER_OFFLINE')
}

export async function positionOf(
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
    x,
    y,
    z,
    ...(yaw !== undefined && pitch !== undefined && { yaw, pitch }),
  }
}

export const gameModeOf = async (name: string, abilities: JavaAbilities, signal: AbortSignal) =>
  gameModes[Number(await dataOf(name, 'playerGameType', abilities, signal))]

/** Blocks that a player may fall or be pushed before the position is read. */
const nearby = 4

/** The position, where it can be read. */
export const positionState = (
  { name, wanted, known }: { name: string; wanted: PlayerLocation; known: JsonObject | undefined },
  abilities: JavaAbilities,
  signal: AbortSignal,
): ReadableState<PlayerLocation> | undefined =>
  abilities.dialect.has('entityData')
    ? {
        before: isObject(known?.location) ? (known.location as unknown as PlayerLocation) : undefined,
        read: () => positionOf(name, abilities, signal),
        isWanted: ({ world, x, y, z }) =>
          dimensionOf(world) === dimensionOf(wanted.world) &&
          Math.hypot(x - wanted.x, y - wanted.y, z - wanted.z) <= nearby,
      }
    : undefined

/** The turn of the head, which the reply to a teleport does not say. */
export async function rotationOf(name: string, abilities: JavaAbilities, signal: AbortSignal) {
  if (!abilities.dialect.has('entityData')) return {}
  const [yaw, pitch] = numbersIn(await dataOf(name, 'Rotation', abilities, signal).catch(() => undefined))
  return yaw === undefined || pitch === undefined ? {} : { yaw, pitch }
}

/** Whether a player is in a list that the server keeps in its folder; undefined where that is not on this computer. */
const folderState = (
  files: FolderReading | undefined,
  wanted: boolean,
  read: (files: FolderReading) => Promise<boolean>,
): ReadableState<boolean> | undefined =>
  files && { read: () => read(files), isWanted: (isIn: boolean) => isIn === wanted }

export const banState = (name: string, wanted: boolean, { files }: JavaAbilities) =>
  folderState(files, wanted, async ({ folder }) =>
    (await folder.bans()).some(({ target }) => target.toLowerCase() === name.toLowerCase()),
  )

export const operatorState = (name: string, wanted: boolean, { files }: JavaAbilities) =>
  folderState(files, wanted, async ({ folder }) => (await folder.operators()).some(isNamed(name)))

/** The player's own respawn position, if set. */
export async function spawnPointOf(
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
