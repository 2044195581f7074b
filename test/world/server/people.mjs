/**
 * People: who is in the world, who ever was, and what may be done to them.
 *
 * A player has joined when the server has done with the login sequence: before that a teleport would be undone by it.
 */
import { once } from 'node:events'
import { createSentences } from './sentences.mjs'
import { teleport } from './teleport.mjs'

const kickDeadline = 2_000
const gameModes = ['survival', 'creative', 'adventure', 'spectator']
/** Commands by which a player without rights speaks to others. */
const speaking = /^(?:me|say|tell|msg|w)\b/u

/**
 * @typedef {{ x: number, y: number, z: number, yaw: number, pitch: number }} Place  Angles in degrees.
 * @typedef {{ name: string, uuid: string, ping: number, health: number, food: number, gameMode: string,
 *   place: Place }} Inhabitant
 */

/**
 * Emits `join (Inhabitant, isFirstJoin)`, `leave (Inhabitant)`, `chat (Inhabitant, message)` and `death (Inhabitant)`;
 * `welcome` is called with each player who comes, before the others are notified.
 */
export function keepPeople(server, events, welcome) {
  const present = new Map()
  const uuids = new Map()
  const bans = createSentences()
  const mutes = createSentences()

  server.on('newPlayer', (entity) => {
    const facing = { yaw: 0, pitch: 0 }
    const person = { entity, facing }
    const login = entity.login
    const turn = ({ yaw, pitch }) => Object.assign(facing, { yaw, pitch })
    entity._client.on('look', turn)
    entity._client.on('position_look', turn)
    fixPlayer(server, entity)

    entity.login = async () => {
      const ban = bans.servedBy(entity._client.uuid)
      if (ban) return entity.kick(ban.reason)
      await login()
      if (entity.disconnected || !server.players.includes(entity)) return
      const isFirstJoin = !uuids.has(entity.username)
      present.set(entity.username, person)
      uuids.set(entity.username, entity.uuid)
      welcome(entity)
      events.emit('join', inhabitant(person), isFirstJoin)
    }
    entity.on('chat_cancel', (_chat, cancel) => hush(entity, cancel))
    entity.on('command_cancel', ({ command }, cancel) => speaking.test(command) && hush(entity, cancel))
    entity.on('chat', ({ message }, isCancelled) => {
      if (!isCancelled) events.emit('chat', inhabitant(person), message)
    })
    watchLife(entity, () => events.emit('death', inhabitant(person)))
    entity.on('disconnected', () => {
      if (present.get(entity.username)?.entity !== entity) return
      present.delete(entity.username)
      events.emit('leave', inhabitant(person))
    })
  })

  function hush(entity, cancel) {
    if (!mutes.servedBy(entity.uuid)) return
    cancel()
    entity.chat('You are muted')
  }

  async function kick(name, reason) {
    const { entity } = present.get(name)
    const gone = once(entity, 'disconnected', { signal: AbortSignal.timeout(kickDeadline) })
    entity.kick(reason)
    await gone
  }

  return {
    players: () => [...present.values()].map(inhabitant),
    player: (name) => (present.has(name) ? inhabitant(present.get(name)) : undefined),
    /** Whether a player of this name has ever joined. */
    knows: (name) => uuids.has(name),
    teleport: (name, place) => teleport(present.get(name), place),
    /** Disconnects a player and resolves once the connection has ended. */
    kick,
    /** Bans a player who has ever joined. */
    ban: async (name, sentence) => {
      bans.pass(uuids.get(name), sentence)
      if (present.has(name)) await kick(name, sentence.reason)
    },
    /** Mutes a player who has ever joined, also in chat commands. */
    mute: (name, sentence) => mutes.pass(uuids.get(name), sentence),
  }
}

/**
 * What flying-squid 1.12 gets wrong in protocol 1.20.4: players look like another creature, and dead players cannot
 * respawn, as it neither handles the respawn request nor sends a complete response.
 */
function fixPlayer(server, entity) {
  const dimension = 'minecraft:overworld'
  entity.entityType = server.registry.entitiesByName.player.id
  entity._client.on('client_command', ({ actionId }) => {
    if (actionId === 'perform_respawn') entity._client.emit('client_command', { actionId: 0 })
  })
  entity._sendRespawn = () =>
    entity._client.write('respawn', {
      dimension,
      worldName: dimension,
      hashedSeed: server.hashedSeed,
      gamemode: entity.gameMode,
      previousGamemode: entity.gameMode,
      isDebug: false,
      isFlat: true,
      portalCooldown: 0,
      // Else mineflayer forgets the chunks, which flying-squid does not send again.
      copyMetadata: true,
    })
}

/** Every damage of flying-squid, by players or by command, passes through `takeDamage`. */
function watchLife(entity, onDeath) {
  const takeDamage = entity.takeDamage
  entity.takeDamage = (damage) => {
    const wasAlive = entity.health > 0
    takeDamage(damage)
    if (wasAlive && entity.health <= 0) onDeath()
  }
}

/** @returns {Inhabitant} */
const inhabitant = ({ entity, facing }) => ({
  name: entity.username,
  uuid: entity.uuid,
  ping: entity._client.latency,
  health: Math.max(0, entity.health),
  food: entity.food,
  gameMode: gameModes[entity.gameMode] ?? 'survival',
  place: { x: entity.position.x, y: entity.position.y, z: entity.position.z, ...facing },
})
