/**
 * World: a real Minecraft server (flying-squid, protocol 1.20.4) on a loopback port, held in memory alone.
 *
 * It runs in a worker thread only (`server-thread.mjs`): flying-squid takes standard input for a console, writes to
 * standard output and answers SIGTERM itself. In a worker it has none of the three.
 */
import { EventEmitter } from 'node:events'
import { isMainThread } from 'node:worker_threads'
import squid from 'flying-squid'
import vec3 from 'vec3'
import { keepBlocks } from './server/blocks.mjs'
import { keepCopies } from './server/copies.mjs'
import { keepCreatures } from './server/creatures.mjs'
import { keepDaylight } from './server/daylight.mjs'
import { keepPeople } from './server/people.mjs'
import { watchTicks } from './server/ticks.mjs'
import { keepWeather } from './server/weather.mjs'

const worldName = 'world'
const minecraftVersion = '1.20.4'
const maxPlayers = 20
/** The block on which everybody spawns: the flat ground ends at y 4. */
const spawnPoint = { x: 8, y: 5, z: 8 }

/**
 * Starts the world and resolves once players can join.
 *
 * The returned `events` emits the events of the modules under `server/` about people, blocks and speed.
 */
export async function startWorld() {
  if (isMainThread) throw new Error('The world must run in a worker thread; start it through server-thread.mjs')

  const server = squid.createMCServer(settings())
  server.log = () => {}
  server.color.yellow = ''
  server.getSpawnPoint = async () => new vec3.Vec3(spawnPoint.x, spawnPoint.y, spawnPoint.z)
  await server.waitForReady(20_000)

  const events = new EventEmitter()
  const daylight = keepDaylight(server)
  const weather = keepWeather(server)
  const people = keepPeople(server, events, weather.showTo)

  return {
    name: worldName,
    version: minecraftVersion,
    maxPlayers,
    port: server.listeningPort,
    events,
    ...people,
    ...keepBlocks(server, events),
    ...keepCreatures(server),
    ...keepCopies(server, daylight, weather),
    ...watchTicks(server, events),
    time: daylight.time,
    setTime: daylight.setTime,
    rules: daylight.rules,
    weather: weather.weather,
    setWeather: weather.setWeather,
    /** Sends one plain text component to everybody; returns how many that were. */
    broadcast: (text) => {
      server.broadcast(text)
      return people.players().length
    },
    stop: async () => {
      weather.stop()
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
