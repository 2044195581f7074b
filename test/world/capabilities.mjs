/**
 * What the agent can do: one function a capability, from parameters to data. Each refuses what it cannot use with a
 * code of specification 1, section 5.2.
 */
import { ContractError } from './contract-error.mjs'
import { capabilities } from './declarations.mjs'

const farthest = 30_000_000
const highest = 4_096

const performers = {
  'world.time.get': (world, { worldName }) => {
    inThisWorld(world, worldName)
    const { time, day, fullTime } = world.time()
    return { worldName, time, fullTime, day, phase: phaseOf(time) }
  },

  'world.time.set': (world, { worldName, time }) => {
    inThisWorld(world, worldName)
    if (!Number.isInteger(time) || time < 0 || time > 24_000) throw unusable('time', 'an integer from 0 to 24000')
    const previousTime = world.time().time
    world.setTime(time)
    return { worldName, previousTime, time: world.time().time }
  },

  'player.list': (world) => {
    const players = world.players().map(({ name, uuid, place, ping }) => {
      const { world: where, x, y, z } = locationOf(world, place)
      return { name, uuid, location: { world: where, x, y, z }, ping }
    })
    return { players, online: players.length, max: world.maxPlayers }
  },

  'player.info.get': (world, { playerName }) => {
    const { name, uuid, place, health, food, gameMode, ping } = online(world, playerName)
    return { name, uuid, location: locationOf(world, place), health, food, gameMode, ping }
  },

  'player.teleport': async (world, { playerName, location }) => {
    const { place } = online(world, playerName)
    inThisWorld(world, location?.world)
    await world.teleport(playerName, reachable(location))
    return {
      success: true,
      previousLocation: locationOf(world, place),
      newLocation: locationOf(world, online(world, playerName).place),
    }
  },

  'chat.broadcast': (world, { message }) => {
    if (typeof message !== 'string' || message.length < 1 || message.length > 256) {
      throw unusable('message', 'a text of 1 to 256 characters')
    }
    return { recipients: world.broadcast(message) }
  },
}

/** Carries out one request and returns its data; throws a {@link ContractError}. */
export async function perform(world, payload) {
  const { capabilityId, version = '1.0.0', parameters = {} } = payload ?? {}
  if (typeof capabilityId !== 'string') throw new ContractError('PROTOCOL.INVALID_REQUEST', 'Which capability?')
  if (isEvent(capabilityId)) {
    throw new ContractError('PROTOCOL.UNSUPPORTED_TYPE', `${capabilityId} is told, not called`, { capabilityId })
  }
  if (!Object.hasOwn(performers, capabilityId)) {
    throw new ContractError('PROTOCOL.CAPABILITY_NOT_FOUND', `There is no ${capabilityId} here`, { capabilityId })
  }
  if (!String(version).startsWith('1.')) {
    throw new ContractError('PROTOCOL.VERSION_MISMATCH', `${capabilityId} is offered as 1.0.0`, { version })
  }
  if (parameters === null || typeof parameters !== 'object') throw unusable('parameters', 'an object')
  return performers[capabilityId](world, parameters)
}

const isEvent = (capabilityId) => capabilities.some(({ id, type }) => id === capabilityId && type === 'event')

const unusable = (name, wanted) =>
  new ContractError('PROTOCOL.SCHEMA_VALIDATION_FAILED', `${name} must be ${wanted}`, { parameter: name })

function inThisWorld(world, name) {
  if (typeof name !== 'string') throw unusable('the name of the world', 'a text')
  if (name === world.name) return
  throw new ContractError('BUSINESS.WORLD_NOT_FOUND', `There is no world called ${name}`, { worldName: name })
}

function online(world, name) {
  if (typeof name !== 'string') throw unusable('playerName', 'a text')
  const player = world.player(name)
  if (player) return player
  const [code, message] = world.knows(name)
    ? ['BUSINESS.PLAYER_OFFLINE', `${name} is not online`]
    : ['BUSINESS.PLAYER_NOT_FOUND', `Nobody called ${name} ever joined`]
  throw new ContractError(code, message, { playerName: name })
}

function reachable({ x, y, z, yaw, pitch }) {
  const given = [x, y, z, yaw ?? 0, pitch ?? 0]
  if (!given.every(Number.isFinite)) throw unusable('location', 'made of numbers')
  if (Math.abs(x) > farthest || Math.abs(z) > farthest || Math.abs(y) > highest) {
    throw new ContractError('BUSINESS.INVALID_LOCATION', 'That place lies outside of the world', { x, y, z })
  }
  return { x, y, z, yaw, pitch }
}

const locationOf = (world, { x, y, z, yaw, pitch }) => ({ world: world.name, x, y, z, yaw, pitch })

const phases = [
  { until: 1_000, phase: 'dawn' },
  { until: 12_000, phase: 'day' },
  { until: 13_000, phase: 'dusk' },
  { until: 23_000, phase: 'night' },
]

const phaseOf = (time) => phases.find(({ until }) => time < until)?.phase ?? 'dawn'
