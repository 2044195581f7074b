/** The simulator as a contract agent in a process of its own: `node dist/simulator.cjs --port 8765 --token T`. */
import { parseArgs } from 'node:util'
import { agentPort } from './contract/frames.js'
import { serveSimulator } from './simulator/simulator.js'

const usage = 'Usage: simulator --token TOKEN [--port 8765] [--name NAME]'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, token: { type: 'string' }, name: { type: 'string' } },
  })
  const port = Number(values.port ?? agentPort)
  if (!values.token || !Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(usage)
  const agent = await serveSimulator({ port, token: values.token, ...(values.name && { name: values.name }) })
  console.log(JSON.stringify({ event: 'ready', agent: agent.address }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void agent.close().then(() => process.exit(0)))
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
