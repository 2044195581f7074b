/**
 * Services: what a call of a tool of a stdio service costs through Gatehouse, beside the same service called directly,
 * through `supergateway`, through `mcp-remote` in front of it, and through `mcp-hub`; how long the list of ten services
 * takes, how soon a changed configuration applies, and how much memory ten idle services take of Gatehouse's own
 * process. See docs/protocol.md#services-lifecycle.
 *
 * Side by side in one run, in turns. Needs `npm run build`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { startManaged } from '../../scripts/managed-process.mjs'
import { freePort } from '../fixtures/free-port.mjs'
import { built, mcpHub, mcpRemote, raiseRates, supergateway } from './mcp/programs.mjs'
import { figuresOf, median, rounded, timed } from './mcp/timing.mjs'

const fixture = path.resolve(import.meta.dirname, '../fixtures/services/hostile.mjs')
const maxServices = 10
const plans = {
  full: { rounds: 7, warmUp: 200, calls: 300, lists: 50, reloads: 5 },
  quick: { rounds: 2, warmUp: 20, calls: 50, lists: 10, reloads: 2 },
  once: { rounds: 1, warmUp: 1, calls: 3, lists: 1, reloads: 1 },
}

export async function measure({ quick = false, once = false, without = [] } = {}) {
  const plan = once ? plans.once : quick ? plans.quick : plans.full
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  const ends = []
  try {
    const gatehouse = await startGatehouse(folder, ends)
    const ways = { direct: await direct(ends), gatehouse: await bridged(gatehouse, ends) }
    if (!without.includes('supergateway')) {
      const url = await supergatewayAt(ends)
      ways.supergateway = await connected(new StreamableHTTPClientTransport(url), 'echo', ends)
      const remote = [mcpRemote(), url.href, '--allow-http', '--transport', 'http-only']
      ways.mcpRemote = await connected(stdio(remote, folder), 'echo', ends)
    }
    if (!without.includes('mcp-hub')) ways.mcpHub = await behindMcpHub(folder, ends)
    const call = await callFigures(ways, plan)
    return {
      what: 'a tool of a stdio service',
      node: process.version,
      cores: os.availableParallelism(),
      quick,
      figures: { call, ...(await ofTen(gatehouse, ways.gatehouse.client, plan)) },
    }
  } finally {
    for (const end of ends.reverse()) await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function callFigures(ways, { warmUp, rounds, calls }) {
  const taken = Object.fromEntries(Object.keys(ways).map((name) => [name, []]))
  for (const way of Object.values(ways)) await timed(way, warmUp, 1)
  for (let round = 0; round < rounds; round++)
    for (const [name, way] of Object.entries(ways)) taken[name].push(await timed(way, calls, 1))
  return Object.fromEntries(Object.entries(taken).map(([name, some]) => [name, figuresOf(some)]))
}

/** The list, the reload and the memory. */
async function ofTen({ file, pid }, client, { lists, reloads }) {
  const listing = []
  for (let at = 0; at < lists; at++) {
    const began = performance.now()
    await client.listTools()
    listing.push(performance.now() - began)
  }
  const memory = memoryOf(pid)
  const reloading = []
  for (let at = 0; at < reloads; at++) {
    const name = `s0_echo`
    const config = JSON.parse(readFileSync(file, 'utf8'))
    config.services.s0.enabled = at % 2 === 1
    const began = performance.now()
    writeFileSync(file, JSON.stringify(config))
    await until(async () => (await client.listTools()).tools.some((tool) => tool.name === name) === (at % 2 === 1))
    reloading.push(performance.now() - began)
  }
  return {
    listOfTenMs: rounded(median(listing)),
    reloadMs: rounded(median(reloading)),
    memoryMb: rounded(memory),
  }
}

/** Megabytes of the process itself; Linux only. */
function memoryOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function until(condition) {
  for (const end = performance.now() + 30_000; ; ) {
    const met = await condition()
    if (met) return met
    if (performance.now() > end) throw new Error('It took longer than 30 seconds.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function startGatehouse(folder, ends) {
  const profile = path.join(folder, 'profile')
  mkdirSync(profile, { mode: 0o700 })
  const file = path.join(folder, 'services.json')
  const service = (namespace) => ({
    type: 'stdio',
    enabled: true,
    namespace,
    command: process.execPath,
    args: [fixture],
  })
  // What a file names when the program starts is accepted; what it names later waits for the owner.
  const names = Array.from({ length: maxServices }, (_, at) => `s${at}`)
  writeFileSync(file, JSON.stringify({ services: Object.fromEntries(names.map((name) => [name, service(name)])) }))
  raiseRates(profile)
  const args = [built('headless.cjs'), '--profile', profile, '--services', file]
  const program = startManaged(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], graceMs: 5_000 })
  ends.push(() => program.stop())
  await new Promise((resolve) => program.child.stdout.once('data', resolve))
  return { profile, file, pid: program.child.pid }
}

async function connected(transport, tool, ends) {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(transport)
  ends.push(() => client.close())
  return {
    client,
    async call() {
      const { content } = await client.callTool({ name: tool, arguments: { a: 1 } })
      if (content[0]?.text !== '{"a":1}') throw new Error(`A wrong result: ${JSON.stringify(content)}`)
    },
  }
}

const stdio = (args, home) =>
  new StdioClientTransport({
    command: process.execPath,
    args,
    env: { PATH: process.env.PATH, HOME: home ?? os.tmpdir() },
    stderr: 'ignore',
  })

const direct = (ends) => connected(stdio([fixture]), 'echo', ends)

const bridged = ({ profile }, ends) =>
  connected(stdio([built('stdio-bridge.cjs'), '--profile', profile], profile), 's0_echo', ends)

async function supergatewayAt(ends) {
  const port = await freePort()
  const args = [supergateway(), '--stdio', `${process.execPath} ${fixture}`, '--port', String(port)]
  const how = ['--outputTransport', 'streamableHttp', '--stateful', '--logLevel', 'none']
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  await served([...args, ...how], () => fetch(url).then(({ body }) => body?.cancel().then(() => true) ?? true), ends)
  return url
}

async function behindMcpHub(folder, ends) {
  const port = await freePort()
  const config = path.join(folder, 'mcp-hub.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { s0: { command: process.execPath, args: [fixture] } } }))
  const started = async () => {
    const { servers } = await (await fetch(`http://127.0.0.1:${port}/api/servers`)).json()
    return servers[0]?.status === 'connected'
  }
  await served([mcpHub(), '--port', String(port), '--config', config], started, ends)
  return connected(new SSEClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)), 's0__echo', ends)
}

/** Starts a program that serves MCP, and waits until it does. */
async function served(args, isReady, ends) {
  const program = startManaged(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'], graceMs: 2_000 })
  ends.push(() => program.stop())
  await until(() => isReady().catch(() => false))
}

export function tableOf({ figures }) {
  const rows = Object.entries(figures.call).map(
    ([name, { p50Ms, p95Ms, callsPerSecond }]) =>
      `${name.padEnd(14)} p50 ${p50Ms} ms, p95 ${p95Ms} ms, ${callsPerSecond}/s`,
  )
  const { listOfTenMs, reloadMs, memoryMb } = figures
  return [
    ...rows,
    `list with ten services ${listOfTenMs} ms, reload ${reloadMs} ms`,
    `memory ${memoryMb} MB with ten idle services, without their processes`,
  ].join('\n')
}
