/** Capabilities: all of the core catalogue, on the world in memory. See docs/protocol.md#core-capabilities. */
import { type Capability, ContractError, type CoreChange, core, coreEvent } from '../sdk/index.js'
import { currency } from './world/economy.js'
import { maxPlayers } from './world/players.js'
import { requireKnownWorld } from './world/position.js'
import type { World } from './world/world.js'

/** Reads from memory are cheap, so the demo world allows more than a real server should. */
const highRateLimit: CoreChange = { rateLimit: { requests: 100_000, period: 'minute' } }

const ticksASecond = 20

export const capabilitiesOf = (world: World): Capability[] => [
  ...timeAndWeatherCapabilities(world),
  ...terrainCapabilities(world),
  ...playerCapabilities(world),
  ...moderationCapabilities(world),
  ...serverCapabilities(world),
  coreEvent('player.join'),
  coreEvent('player.leave'),
  coreEvent('player.chat'),
  coreEvent('player.death'),
  coreEvent('world.block.placed'),
  coreEvent('world.block.broken'),
  coreEvent('world.tick.health'),
]

const timeAndWeatherCapabilities = ({ time, weather }: World): Capability[] => [
  core(
    'world.time.get',
    ({ worldName }) => {
      requireKnownWorld(worldName)
      return { worldName, ...time.read() }
    },
    highRateLimit,
  ),
  core('world.time.set', ({ worldName, time: ticks }) => {
    requireKnownWorld(worldName)
    return { worldName, ...time.setTimeOfDay(ticks) }
  }),
  core(
    'world.weather.get',
    ({ worldName }) => {
      requireKnownWorld(worldName)
      return { worldName, ...weather.read() }
    },
    highRateLimit,
  ),
  core('world.weather.set', ({ worldName, weather: sky, durationSeconds }) => {
    requireKnownWorld(worldName)
    const ticks = durationSeconds === undefined ? undefined : durationSeconds * ticksASecond
    return { worldName, ...weather.set(sky, ticks) }
  }),
]

const terrainCapabilities = ({ blocks, entities, rules }: World): Capability[] => [
  core(
    'world.rule.get',
    ({ worldName, rule }) => {
      requireKnownWorld(worldName)
      return { worldName, rule, value: rules.get(rule) }
    },
    highRateLimit,
  ),
  core('world.rule.set', ({ worldName, rule, value }) => {
    requireKnownWorld(worldName)
    return { worldName, rule, ...rules.set(rule, value) }
  }),
  core('world.block.get', ({ location }) => ({ location, ...blocks.at(location) }), highRateLimit),
  core('world.block.set', ({ location, type, states }) => ({ location, ...blocks.set(location, type, states) })),
  core(
    'entity.list',
    ({ worldName, ...query }) => {
      requireKnownWorld(worldName)
      return entities.list(query)
    },
    highRateLimit,
  ),
  core('entity.remove', ({ worldName, entityIds }) => {
    requireKnownWorld(worldName)
    return { removed: entities.remove(entityIds) }
  }),
]

const playerCapabilities = (world: World): Capability[] => [
  core(
    'player.list',
    () => {
      const online = world.players.online()
      const players = online.map(({ name, uuid, location, ping }) => ({ name, uuid, location, ping }))
      return { players, online: online.length, max: maxPlayers }
    },
    highRateLimit,
  ),
  core('player.info.get', ({ playerName }) => ({ ...world.players.present(playerName) }), highRateLimit),
  core('player.teleport', ({ playerName, location }) => ({ success: true, ...world.teleport(playerName, location) })),
  core(
    'player.economy.balance.get',
    ({ playerName }) => {
      world.players.known(playerName)
      return { playerName, balance: world.economy.balance(playerName), currency }
    },
    highRateLimit,
  ),
  core('player.economy.balance.adjust', ({ playerName, amount }) => {
    world.players.known(playerName)
    return { playerName, ...world.economy.adjust(playerName, amount) }
  }),
]

const moderationCapabilities = (world: World): Capability[] => [
  core('player.kick', ({ playerName, reason }) => {
    world.leave(playerName, reason ? `Kicked: ${reason}` : 'Kicked')
    return { success: true, playerName }
  }),
  core('player.ban', ({ playerName, reason, durationMinutes }) => ({
    success: true,
    playerName,
    ...world.ban(playerName, reason, durationMinutes),
  })),
  core('player.mute', ({ playerName, durationMinutes }) => ({
    success: true,
    playerName,
    ...world.mute(playerName, durationMinutes),
  })),
  core('chat.broadcast', ({ message }) => {
    world.emit('player.chat', { playerName: 'Server', message })
    return { recipients: world.players.online().length }
  }),
]

const serverCapabilities = (world: World): Capability[] => [
  core('world.tps.get', () => ({ ...world.tickHealth.read() }), highRateLimit),
  core('system.backup', () => ({ ...world.backUp() })),
  core('system.restore', ({ backupId }) => {
    world.restore(backupId)
    return { success: true, backupId }
  }),
  core('system.reload', ({ pluginName }) => ({ success: true, reloaded: reloadPlugins(pluginName) })),
]

/** Reloading a plugin has no effect. */
const plugins: readonly string[] = ['ChatGuard', 'Economy', 'Shopkeepers']

/** @throws ContractError BUSINESS.OPERATION_FAILED when there is no such plugin */
function reloadPlugins(name?: string): string[] {
  if (name === undefined) return [...plugins]
  if (plugins.includes(name)) return [name]
  throw new ContractError('BUSINESS.OPERATION_FAILED', {
    message: `There is no plugin "${name}".`,
    suggestion: 'Use one of the plugins that details.plugins lists.',
    details: { pluginName: name, plugins },
  })
}
