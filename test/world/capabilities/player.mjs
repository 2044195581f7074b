/** Players: who is here, and what may be done to them. */
import { record, text } from '../parameters.mjs'
import {
  durationMinutes,
  endAfter,
  inThisWorld,
  known,
  online,
  playerName,
  playerPlace,
  reason,
} from './shared-parameters.mjs'

export const player = {
  'player.list': {
    parameters: record({}),
    perform: (world) => {
      const players = world.players().map(({ name, uuid, place: { x, y, z }, ping }) => {
        return { name, uuid, location: { world: world.name, x, y, z }, ping }
      })
      return { players, online: players.length, max: world.maxPlayers }
    },
  },

  'player.info.get': {
    parameters: record({ playerName }),
    perform: (world, { playerName: who }) => {
      const { name, uuid, place, health, food, gameMode, ping } = online(world, who)
      return { name, uuid, location: { world: world.name, ...place }, health, food, gameMode, ping }
    },
  },

  'player.teleport': {
    parameters: record({ playerName, location: playerPlace, reason }),
    perform: async (world, { playerName: who, location }) => {
      const { place } = online(world, who)
      inThisWorld(world, location.world)
      const { x, y, z, yaw, pitch } = location
      await world.teleport(who, { x, y, z, yaw, pitch })
      return {
        success: true,
        previousLocation: { world: world.name, ...place },
        newLocation: { world: world.name, ...online(world, who).place },
      }
    },
  },

  'player.kick': {
    parameters: record({ playerName, reason }),
    perform: async (world, { playerName: who, reason: why = 'You were kicked' }) => {
      online(world, who)
      await world.kick(who, why)
      return { success: true, playerName: who }
    },
  },

  'player.ban': {
    parameters: record({ playerName, reason: text({ most: 256 }), durationMinutes }),
    perform: async (world, { playerName: who, reason: why, durationMinutes: minutes }) => {
      known(world, who)
      const until = endAfter(minutes)
      await world.ban(who, { reason: why, until })
      return { success: true, playerName: who, until: until?.toISOString() }
    },
  },

  'player.mute': {
    parameters: record({ playerName, durationMinutes, reason }),
    perform: (world, { playerName: who, reason: why, durationMinutes: minutes }) => {
      known(world, who)
      const until = endAfter(minutes)
      world.mute(who, { reason: why, until })
      return { success: true, playerName: who, until: until?.toISOString() }
    },
  },
}
