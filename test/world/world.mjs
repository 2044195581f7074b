/**
 * World: a real Minecraft server (flying-squid, protocol 1.20.4) on a loopback port, held in memory alone.
 *
 * It runs in a worker thread only (`server-thread.mjs`): flying-squid takes standard input for a console, writes to
 * standard output and answers SIGTERM itself. In a worker it has none of the three.
 */
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import squid from 'flying-squid'
import vec3 from 'vec3'

const worldName = 'world'
const minecraftVersion = '1.20.4'
const maxPlayers = 20
/** The block on which everybody spawns: the flat ground ends at y 4. */
const spawnPoint = { x: 8, y: 5, z: 8 }

const dayLength = 24_000
const confirmDeadline = 2_000
const gameModes = ['survival', 'creative', 'adventure', 'spectator']

/**
 * @typedef {{ x: number, y: number, z: number, yaw: number, pitch: number }} Place  Angles in degrees.
 * @typedef {{ name: string, uuid: string, ping: number, health: number, food: number, gameMode: string,
 *   place: Place }} Inhabitant
 */

/**
 * Starts the world and resolves once players can join.
 *
 * The returned `events` emits `join (Inhabitant, isFirstJoin)`, `leave (Inhabitant)` and `chat (Inhabitant, message)`.
 * A player has joined when the server has done with the login sequence: before that a teleport would be undone by it.
 */
export async function startWorld() {
  if (isMainThread) throw new Error('The world must run in a worker thread; start it through server-thread.mjs')

  const server = squid.createMCServer(settings())
  server.log = () => {}
  server.color.yellow = ''
  server.getSpawnPoint = async () => new vec3.Vec3(spawnPoint.x, spawnPoint.y, spawnPoint.z)
  await server.waitForReady(20_000)

  const events = new EventEmitter()
  const present = new Map()
  const seen = new Map()
  let day = 0
  const ticks = punctualTicks()

  server.on('changeTime', ({ newTime }) => {
    if (newTime >= dayLength) day += 1
  })
  server.on('tick', () => {
    ticks.push(Date.now())
    ticks.shift()
  })
  server.on('newPlayer', (entity) => {
    const facing = { yaw: 0, pitch: 0 }
    const login = entity.login
    const turn = ({ yaw, pitch }) => Object.assign(facing, { yaw, pitch })
    entity._client.on('look', turn)
    entity._client.on('position_look', turn)

    entity.login = async () => {
      await login()
      if (entity.disconnected || !server.players.includes(entity)) return
      const isFirstJoin = !seen.has(entity.username)
      present.set(entity.username, { entity, facing })
      seen.set(entity.username, entity.uuid)
      events.emit('join', inhabitant({ entity, facing }), isFirstJoin)
    }
    entity.on('chat', ({ message }) => events.emit('chat', inhabitant({ entity, facing }), message))
    entity.on('disconnected', () => {
      if (present.get(entity.username)?.entity !== entity) return
      present.delete(entity.username)
      events.emit('leave', inhabitant({ entity, facing }))
    })
  })

  return {
    name: worldName,
    version: minecraftVersion,
    maxPlayers,
    port: server.listeningPort,
    events,
    players: () => [...present.values()].map(inhabitant),
    player: (name) => (present.has(name) ? inhabitant(present.get(name)) : undefined),
    /** Whether a player of this name has ever joined. */
    knows: (name) => seen.has(name),
    time: () => ({ time: server.time, day, fullTime: day * dayLength + server.time }),
    setTime: (time) => server.setTime(time % dayLength),
    /** Sends one plain text component to everybody; returns how many that were. */
    broadcast: (text) => {
      server.broadcast(text)
      return present.size
    },
    /** Moves a player and resolves once the player's own client has confirmed the place. */
    teleport: (name, place) => teleport(present.get(name), place),
    ticksPerSecond: () => ticksPerSecond(ticks),
    stop: async () => {
      server.stopTickInterval()
      await server.quit('The world ends')
    },
  }
}

const settings = () => ({
  host: '127.0.0.1',
  port: 0,
  version: minecraftVersion,
  motd: 'Gatehouse test world',
  'online-mode': false,
  'max-players': maxPlayers,
  'everybody-op': false,
  'view-distance': 2,
  'player-list-text': { header: '', footer: '' },
  'max-entities': 100,
  gameMode: 1,
  difficulty: 0,
  kickTimeout: 30_000,
  generation: { name: 'superflat', options: {} },
  worldFolder: undefined,
  plugins: {},
  logging: false,
  noConsoleOutput: true,
  // With a debug function set, flying-squid leaves uncaught errors alone instead of swallowing them.
  debug: () => {},
})

/** @returns {Inhabitant} */
const inhabitant = ({ entity, facing }) => ({
  name: entity.username,
  uuid: entity.uuid,
  ping: entity._client.latency,
  health: entity.health,
  food: entity.food,
  gameMode: gameModes[entity.gameMode] ?? 'survival',
  place: { x: entity.position.x, y: entity.position.y, z: entity.position.z, ...facing },
})

async function teleport({ entity, facing }, { x, y, z, yaw = facing.yaw, pitch = facing.pitch }) {
  const arrived = confirmation(entity._client, { x, y, z })
  // flying-squid keeps angles as bytes but sends them as degrees.
  Object.assign(entity, { yaw, pitch })
  await entity.sendPosition(new vec3.Vec3(x, y, z), false, true)
  entity.sendSelfPosition()
  await arrived
  // The server takes the confirmed place over asynchronously; the next turn sees it.
  await nextTurn()
}

function confirmation(client, { x, y, z }) {
  return new Promise((resolve, reject) => {
    const finish = (settle, value) => {
      clearTimeout(timer)
      client.off('position_look', confirm)
      client.off('end', lose)
      settle(value)
    }
    const confirm = (at) => at.x === x && at.y === y && at.z === z && finish(resolve)
    const lose = () => finish(reject, new Error('The player left before arriving'))
    const timer = setTimeout(() => finish(reject, new Error('The player did not confirm the move')), confirmDeadline)
    client.on('position_look', confirm)
    client.on('end', lose)
  })
}

/** The last five seconds of a world that has run on time, so that a young world is not judged by its first moments. */
const punctualTicks = () => Array.from({ length: 101 }, (_, index) => Date.now() - (100 - index) * 50)

function ticksPerSecond(ticks) {
  const seconds = (ticks.at(-1) - ticks[0]) / 1_000
  return Math.min(20, Math.round(((ticks.length - 1) / seconds) * 10) / 10)
}
