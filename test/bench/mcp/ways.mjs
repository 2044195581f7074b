/**
 * Ways to request the time: each is a connected client, `call` requests once and checks the response.
 *
 * The client is the SDK's, the same on every way but the floors. The time is the read that is never cached
 * (`policy/limits/freshness.ts`), so every call goes the whole way.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { bundledGateway, simulator, worldOf } from '../path/bundled-gateway.mjs'
import { mustBeNoon, WorldClock } from './correct-time.mjs'
import { httpEcho, webSocketEcho } from './floors.mjs'
import { built, mcpRemote, ours, raiseRates, supergateway } from './programs.mjs'

const bareServer = ours('bare-server.mjs')

/** What is measured, and the floors under it, in the order of the table. */
export const descriptions = {
  gatehouse: 'Gatehouse: bridge → gateway, policy and audit on → simulator over WebSocket',
  bareStdio: 'a bare SDK server over stdio',
  mcpRemote: 'mcp-remote → a bare SDK server over HTTP',
  supergateway: 'supergateway → a bare SDK server over HTTP',
  httpEcho: 'floor: raw keep-alive HTTP echo',
  webSocketEcho: 'floor: raw WebSocket echo',
}

/** Starts the programs behind the ways. The simulator has a process of its own, as the bare server has. */
export async function startBehind(programs, profile, profiling) {
  raiseRates(profile)
  const world = worldOf(await programs.start(...simulator))
  await programs.start(...profiling, await bundledGateway(), profile, ...world)
  return {
    profile,
    profiling,
    bare: await programs.start(bareServer),
    echo: await programs.start(ours('echo-server.mjs')),
  }
}

/** Arguments with which node becomes the stdio server that a client starts. */
export const commands = {
  gatehouse: ({ profile, profiling }) => [...profiling, built('stdio-bridge.cjs'), '--profile', profile],
  bareStdio: () => [bareServer, '--stdio'],
  mcpRemote: ({ bare }) => [mcpRemote(), bare, '--allow-http', '--transport', 'http-only'],
  supergateway: ({ bare }) => [supergateway(), '--streamableHttp', bare, '--logLevel', 'none'],
}

export const environment = (profile) => ({
  PATH: process.env.PATH,
  HOME: profile,
  ...(process.env.SYSTEMROOT && { SYSTEMROOT: process.env.SYSTEMROOT }),
  MCP_REMOTE_CONFIG_DIR: profile,
})

export function open(name, behind) {
  if (name === 'httpEcho') return httpEcho(Number(behind.echo))
  if (name === 'webSocketEcho') return webSocketEcho(Number(behind.echo))
  return sdkClient(commands[name](behind), behind, name === 'gatehouse' ? new WorldClock() : undefined)
}

async function sdkClient(args, { profile }, clock) {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const command = { command: process.execPath, args, env: environment(profile), stderr: 'ignore' }
  await client.connect(new StdioClientTransport(command))
  return {
    async call() {
      const asked = performance.now()
      const reported = await client.callTool({ name: 'world_time_get', arguments: { worldName: 'world' } })
      if (clock) clock.mustBeRight(reported, asked, performance.now())
      else mustBeNoon(reported)
    },
    close: () => client.close(),
  }
}
