/** `BenchAgent.java`, with the agent SDK in TypeScript. */
import { provider, serveAgent } from '../../../agents/kit/sdk/index.js'

const bench = provider({ id: 'bench', name: 'Benchmark' })
const said = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 1_024 } } } as const
const counted = {
  type: 'object',
  required: ['count'],
  properties: { count: { type: 'integer', maximum: 200 } },
} as const
const numbered = { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } } as const

const echo = bench.context(
  { id: 'ext.bench.echo', name: 'Echo', description: '', parameters: said, returns: said },
  ({ text }) => ({ text }),
)
const ticked = bench.event({ id: 'ext.bench.ticked', name: 'Ticked', description: '', returns: numbered })
const burst = bench.action(
  { id: 'ext.bench.burst', name: 'Burst', description: '', parameters: counted, returns: counted },
  ({ count }) => {
    for (let number = 0; number < count; number += 1) agent.emit(ticked, { number })
    return { count }
  },
)
const agent = await serveAgent({
  info: { id: 'bench', name: 'Benchmark', version: '1.0.0' },
  token: process.argv[2] ?? '',
  port: 0,
  capabilities: [echo, burst, ticked],
})
console.log(agent.address)
