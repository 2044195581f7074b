/** The worker thread that holds the world and its agent: orders of the parent in, `{event, ...}` out. */
import { parentPort, workerData } from 'node:worker_threads'
import { startAgent } from './agent.mjs'
import { startWorld } from './world.mjs'

const world = await startWorld()
const agent = await startAgent({ world, ...workerData })
const report = (event, fields) => parentPort.postMessage({ event, ...fields })

for (const event of ['registered', 'request', 'disconnected']) {
  agent.events.on(event, (fields) => report(event, fields))
}

// Like the log of a vanilla server, with the thread that writes each line.
world.events.on('join', ({ name, uuid, place: { x, y, z } }) => {
  report('server-log', { thread: 'User Authenticator #1', text: `UUID of player ${name} is ${uuid}` })
  const place = [x, y, z].map((one) => one.toFixed(1)).join(', ')
  report('server-log', { text: `${name}[/127.0.0.1:50213] logged in with entity id 247 at (${place})` })
  report('server-log', { text: `${name} joined the game` })
})
world.events.on('leave', ({ name }) => {
  report('server-log', { text: `${name} lost connection: Disconnected` })
  report('server-log', { text: `${name} left the game` })
})
world.events.on('chat', ({ name }, message) => report('server-log', { text: `<${name}> ${message}` }))

const orders = {
  fault: ({ fault }) => {
    agent.setFault(fault)
    report('fault', { fault })
  },
  summon: ({ summon, at }) => report('summoned', { id: world.summon(summon, at) }),
  /** Does nothing for so many milliseconds, so that the server falls behind. */
  stall: ({ stall }) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stall),
  /** Reads and actions of the console model; the response names the request. */
  console: async ({ console: method, given, id }) => {
    const value = await consoleOf(world)[method](...given)
    report('console', { id, value: value ?? null })
  },
  stop: async () => {
    await agent.stop()
    await world.stop()
    process.exit(0)
  },
}

const consoleOf = ({
  players,
  teleport,
  kick,
  time,
  setTime,
  weather,
  setWeather,
  broadcast,
  blockState,
  setBlock,
}) => ({
  players,
  teleport,
  kick,
  time,
  setTime,
  weather: () => weather().weather,
  setWeather,
  broadcast,
  setBlock: (place, type, states) => setBlock(place, blockState(type, states)),
})

parentPort.on('message', async (order) => {
  const name = Object.keys(orders).find((one) => Object.hasOwn(order, one))
  try {
    await orders[name](order)
  } catch (error) {
    report('error', { message: error.message })
  }
})

report('ready', { agent: `ws://127.0.0.1:${agent.port}`, minecraft: world.port })
