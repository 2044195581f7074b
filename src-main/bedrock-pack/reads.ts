/** Reads: what each script request returns about the world. Nothing here changes it. */

import type { ScriptRequest } from '@contract/bedrock-script.js'
import { type Entity, type Player, type Vector3, world } from '@minecraft/server'
import { number, position, type ScriptCall, text } from './arguments.js'

type ScriptArguments = ScriptCall['given']

const rounded = ({ x, y, z }: Vector3) => {
  const [atX, atY, atZ] = [x, y, z].map((value) => Number(value.toFixed(3)))
  return { x: atX, y: atY, z: atZ }
}

const worldNames: Readonly<Record<string, string>> = {
  'minecraft:overworld': 'overworld',
  'minecraft:nether': 'nether',
  'minecraft:the_end': 'the_end',
}

const where = (entity: Entity | Player) => {
  const { x: pitch, y: yaw } = entity.getRotation()
  return {
    world: worldNames[entity.dimension.id] ?? entity.dimension.id,
    ...rounded(entity.location),
    yaw: Number(yaw.toFixed(2)),
    pitch: Number(pitch.toFixed(2)),
  }
}

function playerInfo({ playerName }: ScriptArguments) {
  const name = text(playerName)
  const player = world.getAllPlayers().find((one) => one.name === name)
  if (!player) throw new Error('No such player is online.')
  return { name: player.name, location: where(player), gameMode: String(player.getGameMode()) }
}

function worldInfo() {
  return {
    players: world.getAllPlayers().length,
    day: world.getDay(),
    time: world.getTimeOfDay(),
    spawn: rounded(world.getDefaultSpawnLocation()),
  }
}

function blockInfo(given: ScriptArguments) {
  const block = world.getDimension(text(given.world)).getBlock(position(given))
  if (!block) throw new Error('This part of the world is not loaded.')
  return { type: block.typeId, states: block.permutation.getAllStates() }
}

const maxEntities = 500

function entityInfo(given: ScriptArguments) {
  const dimension = world.getDimension(text(given.world))
  const found = dimension.getEntities({
    ...(given.type !== undefined && { type: text(given.type) }),
    ...(given.radius !== undefined && { location: position(given), maxDistance: number(given.radius, 0, 512) }),
  })
  const center = given.radius === undefined ? undefined : position(given)
  const distance = ({ location: { x, y, z } }: Entity) =>
    center ? (x - center.x) ** 2 + (y - center.y) ** 2 + (z - center.z) ** 2 : 0
  const near = center ? [...found].sort((one, other) => distance(one) - distance(other)) : found
  return {
    total: found.length,
    entities: near.slice(0, number(given.limit ?? 100, 1, maxEntities)).map((entity) => ({
      id: entity.id,
      type: entity.typeId,
      ...(entity.nameTag !== '' && { name: entity.nameTag.slice(0, 64) }),
      ...rounded(entity.location),
    })),
  }
}

/** @throws Error with a sentence for the reader of the response */
export const reads: Readonly<Record<ScriptRequest, (given: ScriptArguments) => Readonly<Record<string, unknown>>>> = {
  getPlayerInfo: playerInfo,
  getWorldInfo: worldInfo,
  getBlockInfo: blockInfo,
  getEntityInfo: entityInfo,
}
