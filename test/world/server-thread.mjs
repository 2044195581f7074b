/** The worker thread that holds the world and its agent. It tells its parent `{event, ...}` and takes `{fault}`, `{stop}`. */
import { parentPort, workerData } from 'node:worker_threads'
import { startAgent } from './agent.mjs'
import { startWorld } from './world.mjs'

const world = await startWorld()
const agent = await startAgent({ world, ...workerData })
const tell = (event, fields) => parentPort.postMessage({ event, ...fields })

for (const event of ['registered', 'request', 'disconnected']) {
  agent.events.on(event, (fields) => tell(event, fields))
}

parentPort.on('message', async ({ fault, stop }) => {
  if (fault) setFault(fault)
  if (stop) {
    await agent.stop()
    await world.stop()
    process.exit(0)
  }
})

function setFault(fault) {
  try {
    agent.setFault(fault)
    tell('fault', { fault })
  } catch (error) {
    tell('error', { message: error.message })
  }
}

tell('ready', { agent: `ws://127.0.0.1:${agent.port}`, minecraft: world.port })
