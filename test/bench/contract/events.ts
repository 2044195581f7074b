/**
 * Events of ten agents, counted where the window gets them: none may be lost, doubled or out of order.
 *
 * Floor: bare sockets that parse each frame and count it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Agents, EventLoad } from './agents-process.js'
import { startAgents } from './agents-process.js'
import { connectBare, connectGateway } from './gateway.js'
import { cost, type Figure, printFigures, sized } from './timing.js'

const count = 10
const eventLoad: EventLoad = sized({
  full: { eventsASecond: 1_000, seconds: 30 },
  quick: { eventsASecond: 200, seconds: 2 },
  once: { eventsASecond: 200, seconds: 1 },
})
const all = count * eventLoad.eventsASecond * eventLoad.seconds
/** Milliseconds the last events get to arrive. */
const patience = 10_000

interface Load {
  readonly arrived: number
  readonly seconds: number
  /** Microseconds of processor time for each event. */
  readonly processor: number
  /** Milliseconds; one of them is the time between two looks. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly most: number }
}

/** @param arrived how many have arrived so far */
async function under(agents: Agents, arrived: () => number): Promise<Load> {
  globalThis.gc?.()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = process.cpuUsage()
  const began = performance.now()
  delay.enable()
  await agents.send(eventLoad)
  for (const sent = performance.now(); arrived() < all && performance.now() - sent < patience; ) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  delay.disable()
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(before)
  const [p50, p99, most] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => ns / 1e6) as [
    number,
    number,
    number,
  ]
  return { arrived: arrived(), seconds, processor: (user + system) / arrived(), delay: { p50, p99, most } }
}

async function bare(agents: Agents): Promise<Load> {
  const lines = await Promise.all(agents.addresses.map(connectBare))
  let arrived = 0
  for (const line of lines) {
    line.onEvent = () => {
      arrived += 1
    }
  }
  const load = await under(agents, () => arrived)
  for (const line of lines) line.close()
  return load
}

async function throughGateway(agents: Agents): Promise<{ load: Load; disorderly: number; memory: Figure[] }> {
  const gateway = await connectGateway(agents.addresses)
  const next = new Map<string, number>()
  let arrived = 0
  let disorderly = 0
  gateway.feed.onDidArrive((entry) => {
    if (entry.kind !== 'game') return
    const number = Number(entry.data.message)
    if (number < (next.get(entry.server.id) ?? 0)) disorderly += 1
    next.set(entry.server.id, number + 1)
    arrived += 1
  })
  const before = mebibytes()
  const load = await under(agents, () => arrived)
  const after = mebibytes()
  await gateway.stop()
  const memory = [cost('memory in use before them', 'MiB', before), cost('memory in use after them', 'MiB', after)]
  return { load, disorderly, memory }
}

function mebibytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const agents = await startAgents({ count, offer: 'chat' })
const floor = await bare(agents)
const { load, disorderly, memory } = await throughGateway(agents)
await agents.end()
printFigures([
  cost(`events of ${count} agents sent in ${eventLoad.seconds} s`, 'events', all),
  cost('of them arrived', 'events', load.arrived),
  cost('lost', 'events', all - load.arrived),
  cost('doubled or out of order', 'events', disorderly),
  cost('arrived each second', 'events', load.arrived / load.seconds),
  cost('processor time of an event', 'µs', load.processor, floor.processor),
  cost('event-loop delay, p50', 'ms', load.delay.p50, floor.delay.p50),
  cost('event-loop delay, p99', 'ms', load.delay.p99, floor.delay.p99),
  cost('event-loop delay, longest', 'ms', load.delay.most, floor.delay.most),
  ...memory,
])
process.exit(0)
