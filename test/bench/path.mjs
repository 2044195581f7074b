/**
 * Processor time of the gateway for one request through the bridge, split by what the request passes.
 *
 * Processor time, not time on the clock, so that a busy machine changes little. The simulator runs in a process of its own
 * and is not counted; work that a request leaves for later is. Every load runs in turns with the floor, a bare SDK server over stdio. Needs `npm run build`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { built, ours, raiseRates } from './mcp/programs.mjs'
import { median, rounded, timed } from './mcp/timing.mjs'
import { environment } from './mcp/ways.mjs'
import { bundledGateway, simulator, worldOf } from './path/bundled-gateway.mjs'
import { LineClient, Metered } from './path/metered.mjs'

const inFlight = 32

const plans = {
  full: { rounds: 7, warmUp: 3_000, calls: 1_500 },
  quick: { rounds: 3, warmUp: 3_000, calls: 1_000 },
  once: { rounds: 1, warmUp: 5, calls: 20 },
}

const loads = {
  ping: (client) => client.request('ping'),
  listServers: async (client) => mustBe(await client.callTool('list_servers')),
  cachedContext: async (client) => mustBe(await client.callTool('world_weather_get', { worldName: 'world' })),
  read: async (client) => mustBe(await client.callTool('world_time_get', { worldName: 'world' }), { isFresh: true }),
}

const floor = 'bareRead'
const descriptions = {
  [floor]: 'floor: a tool of a bare SDK server over stdio',
  ping: 'ping of the gateway',
  listServers: 'list_servers: a tool of Gatehouse',
  cachedContext: 'world_weather_get: the path, answered from the cache',
  read: 'world_time_get: the path and the provider',
  path: 'of it the path: cached context less list_servers',
  provider: 'of it the provider leg: read less cached context',
  bridge: 'the bridge, for a read',
}

/** Milliseconds of the gateway's processor time. */
export const goals = { read: 0.4, path: 0.12, provider: 0.15 }

/** @throws Error when it is not what a read returns */
function mustBe(result, { isFresh = false } = {}) {
  const { isError, structuredContent: content } = result
  if (isError) throw new Error(`A call failed: ${JSON.stringify(content)}`)
  if (isFresh && content.metadata.cached) throw new Error('A call was answered without the server.')
}

/** The same options as of `mcp.mjs`. */
export async function measure({ quick = false, once = false, only, profileInto } = {}) {
  if (only !== undefined && !(only in loads)) {
    throw new Error(`There is no measurement ${only}; there are ${Object.keys(loads).join(', ')}.`)
  }
  const plan = once ? plans.once : quick ? plans.quick : plans.full
  const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  const programs = []
  const start = (args) => {
    const program = new Metered(args, environment(profile))
    programs.push(program)
    return program
  }
  try {
    raiseRates(profile)
    const world = worldOf(await start(simulator).line())
    const gateway = start([...profilingInto(profileInto), await bundledGateway(), profile, ...world])
    await gateway.line()
    const bridge = start([built('stdio-bridge.cjs'), '--profile', profile])
    const bare = start([ours('bare-server.mjs'), '--stdio'])
    const [client, bareClient] = [await LineClient.open(bridge), await LineClient.open(bare)]
    const wanted = Object.entries(loads).filter(([name]) => only === undefined || name === only)
    const ways = [
      { name: floor, metered: bare, call: () => bareClient.callTool('world_time_get', { worldName: 'world' }) },
      ...wanted.map(([name, call]) => ({ name, metered: gateway, call: () => call(client) })),
    ]
    const rounds = await roundsOf(ways, bridge, plan)
    return {
      what: 'processor time of a request',
      node: process.version,
      cores: os.availableParallelism(),
      quick,
      figures: figuresOf(rounds),
    }
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Milliseconds of processor time of one call, for each round of each way. */
async function roundsOf(ways, bridge, { rounds, warmUp, calls }) {
  for (const way of ways) await timed(way, warmUp, inFlight)
  const taken = Object.fromEntries([...ways.map(({ name }) => name), 'bridge'].map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      const before = [await way.metered.settledProcessorMs(), await bridge.processorMs()]
      await timed(way, calls, inFlight)
      taken[way.name].push(((await way.metered.settledProcessorMs()) - before[0]) / calls)
      if (way.name === 'read') taken.bridge.push(((await bridge.processorMs()) - before[1]) / calls)
    }
  }
  return taken
}

function figuresOf(rounds) {
  const of = (name) => median(rounds[name])
  const milliseconds = Object.fromEntries(
    Object.entries(rounds)
      .filter(([, each]) => each.length > 0)
      .map(([name]) => [name, of(name)]),
  )
  const { listServers, cachedContext, read } = milliseconds
  if (listServers && cachedContext) milliseconds.path = cachedContext - listServers
  if (cachedContext && read) milliseconds.provider = read - cachedContext
  return Object.fromEntries(
    Object.entries(milliseconds).map(([name, value]) => [
      name,
      { milliseconds: rounded(value), timesFloor: rounded(value / milliseconds[floor]) },
    ]),
  )
}

function profilingInto(folder) {
  if (!folder) return []
  mkdirSync(folder, { recursive: true })
  return ['--cpu-prof', `--cpu-prof-dir=${path.resolve(folder)}`]
}

export const tableOf = ({ figures }) =>
  [
    line('processor time of one request', 'ms', 'of floor', 'goal'),
    ...Object.entries(figures).map(([name, { milliseconds, timesFloor }]) =>
      line(descriptions[name], milliseconds, timesFloor, goals[name] ?? ''),
    ),
  ].join('\n')

const line = (what, ...figures) =>
  `  ${what.padEnd(60)}${figures.map((figure) => `${figure}`.padStart(10)).join('')}`.trimEnd()
