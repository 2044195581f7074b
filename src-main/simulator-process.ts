/** The simulator as a contract agent in a process of its own: `node dist/simulator.cjs --port 8765 --token T`. */
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { agentPort } from './contract/frames.js'
import { misbehaviourOf } from './simulator/misbehaviour.js'
import { type Simulator, serveSimulator } from './simulator/simulator.js'

const usage = `Usage: simulator --token TOKEN [--port ${agentPort}] [--name NAME] [--seed N]
                 [--answers FAULT] [--latency MS] [--unhealthy] [--control stdin]`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      token: { type: 'string' },
      name: { type: 'string' },
      seed: { type: 'string' },
      answers: { type: 'string' },
      latency: { type: 'string' },
      unhealthy: { type: 'boolean' },
      control: { type: 'string' },
    },
  })
  const { token, name, answers, unhealthy, control } = values
  const [port, seed] = [Number(values.port ?? agentPort), Number(values.seed ?? 1)]
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535
  if (!token || !isPort || !Number.isSafeInteger(seed) || ![undefined, 'stdin'].includes(control)) {
    throw new Error(usage)
  }
  const latency = values.latency === undefined ? undefined : Number(values.latency)
  const misbehaviour = misbehaviourOf({ answers, latency, unhealthy })
  const simulator = await serveSimulator({ port, token, seed, misbehaviour, ...(name && { name }) })
  console.log(JSON.stringify({ event: 'ready', agent: simulator.address }))
  if (control) obeyStdin(simulator)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close().then(() => process.exit(0)))
  }
}

/** One JSON object a line, for example `{"answers":"silent"}`; each is answered with a line. */
function obeyStdin(simulator: Simulator): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    try {
      const change = misbehaviourOf(JSON.parse(line))
      simulator.misbehave(change)
      console.log(JSON.stringify({ event: 'misbehaving', ...change }))
    } catch (error) {
      console.log(JSON.stringify({ event: 'failure', message: error instanceof Error ? error.message : `${error}` }))
    }
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
