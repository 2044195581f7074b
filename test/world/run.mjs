/**
 * One process with the world, its agent and its players, driven by JSON lines: events on standard output, commands on
 * standard input. It ends at SIGTERM, SIGINT or the end of standard input. With `--join PORT` there are only the players,
 * in a world that another process serves.
 */
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

const stopDeadline = 1_500

const { values: options } = parseArgs({
  options: {
    'agent-port': { type: 'string', default: '0' },
    token: { type: 'string' },
    join: { type: 'string' },
    'game-version': { type: 'string' },
    player: { type: 'string', multiple: true, default: [] },
    'heartbeat-interval': { type: 'string', default: '30000' },
    'reconnect-delay': { type: 'string', default: '5000' },
  },
})
if (!options.token && !options.join) throw new Error('Say which token the agent accepts: --token T')

// Standard output carries JSON lines and nothing else; the Minecraft libraries talk through console.log.
console.log = console.error
const report = (event, fields) => process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`)

const players = new Map()
let stopping = false

const thread = options.join ? undefined : startServer()
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const [{ joinWorld }, [ready]] = await Promise.all([
  import('./player.mjs'),
  thread ? once(thread, 'message') : [{ minecraft: Number(options.join) }],
])
await Promise.all(options.player.map(join)).catch(fail)

const commands = {
  say: ({ say, as }) => player(as).say(say),
  look: ({ look, block }) => report('player-sees', { name: look, ...player(look).look(block) }),
  dig: ({ dig, as }) => player(as).dig(dig),
  place: ({ place, on, as }) => player(as).place(place, on),
  join: ({ join: name }) => join(name),
  leave: ({ leave: name }) => player(name).leave(),
  fault: (command) => thread?.postMessage(command),
  summon: (command) => thread?.postMessage(command),
  stall: (command) => thread?.postMessage(command),
  console: (command) => thread?.postMessage(command),
}

const lines = createInterface({ input: process.stdin })
lines.on('close', stop)
lines.on('line', async (line) => {
  try {
    const command = JSON.parse(line)
    const verb = Object.keys(commands).find((name) => Object.hasOwn(command, name))
    if (!verb) throw new Error(`There is no such command: ${line}`)
    await commands[verb](command)
  } catch (error) {
    report('error', { message: error.message })
  }
})

async function join(name) {
  if (players.has(name)) throw new Error(`${name} is in the world already`)
  const events = new EventEmitter()
  events.on('spawned', (position) => report('player-spawned', { name, position }))
  events.on('moved', (position) => report('player-moved', { name, position }))
  events.on('time', (timeOfDay) => report('player-time', { name, timeOfDay }))
  events.on('chat', (text) => report('player-chat', { name, text }))
  events.on('block', (position, block) => report('player-block', { name, position, block }))
  events.on('weather', (weather) => report('player-weather', { name, weather }))
  events.on('creature', (id, type, isHere) => report('player-creature', { name, id, type, isHere }))
  events.on('died', () => report('player-died', { name }))
  events.on('kicked', (reason) => report('player-kicked', { name, reason }))
  events.once('left', () => players.delete(name) && report('player-left', { name }))
  players.set(name, await joinWorld({ port: ready.minecraft, version: options['game-version'], name, events }))
}

function startServer() {
  const server = new Worker(new URL('./server-thread.mjs', import.meta.url), {
    stdin: true,
    stdout: true,
    workerData: {
      token: options.token,
      port: Number(options['agent-port']),
      config: {
        heartbeatInterval: Number(options['heartbeat-interval']),
        reconnectDelay: Number(options['reconnect-delay']),
      },
    },
  })
  server.stdout.resume()
  server.on('message', ({ event, ...fields }) => report(event, fields))
  server.on('error', fail)
  return server
}

function player(name = options.player[0]) {
  const found = players.get(name)
  if (!found) throw new Error(`${name} is not in the world`)
  return found
}

function fail(error) {
  if (stopping) return
  console.error(error)
  process.exit(1)
}

async function stop() {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(0), stopDeadline)
  await Promise.all([...players.values()].map((joined) => joined.leave()))
  if (thread) {
    thread.postMessage({ stop: true })
    await once(thread, 'exit')
  }
  process.exit(0)
}
