/**
 * How long a `world_time_get` takes.
 *
 * Two ways side by side in one run, in turns, so that the ratio holds on a noisy machine:
 * `gatehouse`: client → our bridge → gateway (every step, audit included) → simulator;
 * `mcpRemote`: client → mcp-remote → a bare SDK server with one tool and nothing behind it.
 *
 * The time is the read that is never told again (`policy/freshness.ts`), so every call goes the whole way; one that did
 * not would end the run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { leashed } from '../../scripts/leash.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const rounds = 10
const callsARound = 100
const warmUp = 100

const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
const programs = []

/** Starts a program and hands back its first line. */
async function start(...args) {
  const program = leashed(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  programs.push(program)
  for await (const line of createInterface({ input: program.child.stdout })) return line
  throw new Error(`${args[0]} ended before it said anything. Is the program built (npm run build)?`)
}

async function connect(args, env = {}) {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: { PATH: process.env.PATH, HOME: profile, ...env },
    stderr: 'ignore',
  })
  await client.connect(transport)
  return client
}

async function timed(client, calls) {
  const milliseconds = []
  for (let call = 0; call < calls; call++) {
    const began = performance.now()
    const { structuredContent } = await client.callTool({ name: 'world_time_get', arguments: { worldName: 'world' } })
    milliseconds.push(performance.now() - began)
    if (structuredContent?.metadata?.cached) throw new Error('A call was answered without the server.')
  }
  return milliseconds
}

const at = (sorted, share) => Number(sorted[Math.floor(sorted.length * share)].toFixed(3))

function summary(milliseconds) {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return { medianMs: at(sorted, 0.5), p95Ms: at(sorted, 0.95), calls: sorted.length }
}

export async function measure() {
  try {
    await start(path.join(root, 'dist', 'headless.cjs'), '--profile', profile, '--simulator')
    const bare = await start(path.join(root, 'test', 'bench', 'bare-server.mjs'))
    const mcpRemote = path.join(
      path.dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')),
      'dist/proxy.js',
    )
    const clients = {
      gatehouse: await connect([path.join(root, 'dist', 'stdio-bridge.cjs'), '--profile', profile]),
      mcpRemote: await connect([mcpRemote, bare, '--allow-http', '--transport', 'http-only'], {
        MCP_REMOTE_CONFIG_DIR: profile,
      }),
    }
    const samples = { gatehouse: [], mcpRemote: [] }
    for (const client of Object.values(clients)) await timed(client, warmUp)
    for (let round = 0; round < rounds; round++) {
      for (const [name, client] of Object.entries(clients)) samples[name].push(...(await timed(client, callsARound)))
    }
    for (const client of Object.values(clients)) await client.close()
    const gatehouse = summary(samples.gatehouse)
    const throughMcpRemote = summary(samples.mcpRemote)
    return {
      what: 'sequential world_time_get, client to answer',
      node: process.version,
      cores: os.availableParallelism(),
      gatehouse,
      mcpRemote: throughMcpRemote,
      medianRatio: Number((gatehouse.medianMs / throughMcpRemote.medianMs).toFixed(3)),
    }
  } finally {
    for (const program of programs) program.stop()
    await Promise.all(programs.map(({ ended }) => ended))
    rmSync(profile, { recursive: true, force: true })
  }
}
