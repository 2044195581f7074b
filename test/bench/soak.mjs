/**
 * Soak: the built headless program for an hour beside a world that chats twenty times a second. AI clients through the
 * bridge read and change without pause, others come over HTTP for one call, some leave without a word, one listens over
 * REST, and one calls a service; every question is answered.
 *
 * What counts is that nothing grows: memory, open handles and threads over time, and the rise in the last half.
 * `--minutes N` for another length. Reads `/proc`: on Linux only. Needs `npm run build`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import * as esbuild from 'esbuild'
import { startManaged } from '../../scripts/managed-process.mjs'
import { tableOf as tableOfFigures } from './bundled.mjs'
import { built, ours, Programs, raiseRates } from './mcp/programs.mjs'
import { courseOf, figuresOf, sampleOf, tableOfCourse, verdictOf } from './soak/samples.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const token = 'a-token-of-the-soak'
const service = path.join(root, 'test/fixtures/services/hostile.mjs')
const bridgedClients = 3
/** The catalogue allows a group of clients 100 reads a minute of one kind. */
const betweenRoundsMs = 2_000
const samples = 120
const memory = path.join(import.meta.dirname, 'soak/memory.cjs')

/**
 * @param {object} [options]
 * @param {boolean} [options.quick] one minute
 * @param {boolean} [options.once] three seconds
 * @param {string} [options.minutes] how long; default an hour
 */
export async function measure({ quick = false, once = false, minutes = once ? '0.05' : quick ? '1' : '60' } = {}) {
  if (process.platform !== 'linux') throw new Error('The soak reads /proc: it runs on Linux only.')
  const milliseconds = Number(minutes) * 60_000
  if (!(milliseconds > 0)) throw new Error(`--minutes takes a number above 0, not ${minutes}.`)
  const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-soak-'))
  const programs = new Programs()
  const soak = { isOver: false, profile, calls: 0, failed: new Map(), answered: 0 }
  try {
    raiseRates(profile)
    const gateway = await startGateway(soak, await programs.start(await bundledWorld(), token))
    try {
      const workers = load(soak, gateway)
      const taken = []
      for (let at = 0; at < samples; at++) {
        await Promise.race([wait(milliseconds / samples), ...workers])
        taken.push(await sampleOf(gateway.child, profile, soak.calls))
      }
      soak.isOver = true
      await Promise.all(workers)
      return {
        what: 'a busy hour',
        node: process.version,
        cores: os.availableParallelism(),
        quick,
        minutes: Number(minutes),
        failures: Object.fromEntries(soak.failed),
        load: os.loadavg()[2],
        verdict: verdictOf(taken),
        course: courseOf(taken, Number(minutes)),
        figures: { soak: figuresOf(taken, soak) },
      }
    } finally {
      soak.isOver = true
      await gateway.stop()
    }
  } finally {
    await programs.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function bundledWorld() {
  const outfile = path.join(root, 'dist', 'bench-soak', 'world.mjs')
  await esbuild.build({
    entryPoints: [ours('../soak/world.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.16',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    logLevel: 'warning',
  })
  return outfile
}

/** Starts the headless program, and approves whatever it asks. */
async function startGateway(soak, world) {
  const { profile } = soak
  const tokenFile = path.join(profile, 'token')
  writeFileSync(tokenFile, token, { mode: 0o600 })
  const services = path.join(profile, 'services-of-the-soak.json')
  const echo = { type: 'stdio', enabled: true, namespace: 'echo', command: process.execPath, args: [service] }
  writeFileSync(services, JSON.stringify({ services: { echo } }))
  const { child, ended, stop } = startManaged(
    process.execPath,
    [
      ...['--require', memory, built('headless.cjs'), '--profile', profile, '--http-port', '0', '--control', 'stdin'],
      ...['--agent', world, '--agent-token-file', tokenFile, '--services', services],
    ],
    { stdio: ['pipe', 'pipe', 'ignore', 'ipc'], graceMs: 10_000 },
  )
  const order = (line) => child.stdin.write(`${JSON.stringify(line)}\n`)
  const { http, token: key } = await new Promise((resolve, reject) => {
    ended.then((code) => reject(new Error(`The program ended with ${code}.`)), reject)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = JSON.parse(line)
      if (said.event === 'ready') resolve(said)
      if (said.event === 'quarantine' && said.capabilities?.length) order({ accept: said.serverId })
      if (said.event === 'approval') {
        soak.answered += 1
        order({ approve: said.id })
      }
    })
  })
  return { child, http, key, stop }
}

/** Everybody who works until the soak is over. */
function load(soak, gateway) {
  const bridged = Array.from({ length: bridgedClients }, (_, at) => readAndChange(soak, at))
  return [...bridged, comeAndGo(soak, gateway), listen(soak, gateway)]
}

async function readAndChange(soak, number) {
  const client = new Client({ name: `soak-${number}`, version: '1.0.0' })
  const args = [built('stdio-bridge.cjs'), '--profile', soak.profile]
  const env = { PATH: process.env.PATH, HOME: soak.profile, GATEHOUSE_NO_LAUNCH: '1' }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  const echo = await nameOf(client, /echo$/)
  for (let made = number; !soak.isOver; made++) {
    await call(soak, client, 'world_time_get', { worldName: 'world' })
    await call(soak, client, 'player_list', {})
    for (let more = 0; more < 10; more++) {
      await call(soak, client, 'get_recent_events', { limit: 20 })
      await call(soak, client, echo, { text: `echo ${made}` })
    }
    if (made % 4 === 0) await call(soak, client, 'world_time_set', { worldName: 'world', time: (made * 7) % 24_000 })
    await wait(betweenRoundsMs)
  }
  await client.close()
}

/** The name of a tool, once it is offered. */
async function nameOf(client, pattern) {
  const { tools } = await client.listTools()
  const found = tools.find(({ name }) => pattern.test(name))
  if (found) return found.name
  await wait(100)
  return nameOf(client, pattern)
}

/** A new session every second for one call; every third one leaves without ending it. */
async function comeAndGo(soak, { http, key }) {
  for (let made = 0; !soak.isOver; made++) {
    const client = new Client({ name: `guest-${made % 50}`, version: '1.0.0' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', http), { requestInit })
    await client.connect(transport)
    await client.listTools()
    await call(soak, client, 'world_weather_get', { worldName: 'world' })
    if (made % 3 !== 0) await transport.terminateSession()
    await client.close()
    await wait(1_000)
  }
}

/** Reads the stream of events, and every minute begins again. */
async function listen(soak, { http, key }) {
  while (!soak.isOver) {
    const ending = AbortSignal.timeout(60_000)
    const answer = await fetch(new URL('/api/v1/events', http), {
      headers: { authorization: `Bearer ${key}` },
      signal: ending,
    })
    try {
      for await (const _ of answer.body) if (soak.isOver) return
    } catch (error) {
      if (!ending.aborted) throw error
    }
  }
}

async function call(soak, client, name, given) {
  const { structuredContent, isError } = await client.callTool({ name, arguments: given })
  soak.calls += 1
  if (!isError) return
  const failure = `${name}: ${structuredContent?.error?.code}`
  soak.failed.set(failure, (soak.failed.get(failure) ?? 0) + 1)
}

export const tableOf = ({ course, verdict, figures }) =>
  `${tableOfFigures({ figures })}\n\n${tableOfCourse(course, verdict)}`
