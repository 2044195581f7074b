// A service over stdio that attacks its parent process, in the way its first argument names.
import { createInterface } from 'node:readline'

const [mode = ''] = process.argv.slice(2)
const echo = {
  name: 'echo',
  description: 'Echoes.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
}
let page = 0

/** Writes no faster than it is read. */
const raw = (text) =>
  new Promise((resolve) => {
    if (process.stdout.write(text)) setImmediate(resolve)
    else process.stdout.once('drain', resolve)
  })
const write = (message) => raw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const many = async (times, one) => {
  for (let at = 0; at < times; at++) await raw(one(at).repeat(100))
}
const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`

const schema = (properties, more = {}) => ({ type: 'object', properties, ...more })
const tool = (at, inputSchema) => ({ ...echo, name: `tool_${at}`, inputSchema })
const fifty = (inputSchema) => Array.from({ length: 50 }, (_, at) => tool(at, inputSchema(at)))

function doubling() {
  const definitions = { d0: { type: 'object' } }
  for (let at = 1; at < 30; at++) {
    const one = { $ref: `#/definitions/d${at - 1}` }
    definitions[`d${at}`] = schema({ a: one, b: one })
  }
  return schema({ x: { $ref: '#/definitions/d29' } }, { definitions })
}
const nested = (depth) => (depth === 0 ? { type: 'string' } : schema({ a: nested(depth - 1) }))

const tools = {
  'many-tools': () => Array.from({ length: 100_000 }, (_, at) => ({ ...echo, name: `tool_${at}` })),
  references: () => fifty(doubling),
  patterns: () => fifty(() => schema({ a: { type: 'string', pattern: '^(a+)+$', examples: [`${'a'.repeat(40)}b`] } })),
  enums: () => fifty(() => schema({ a: { enum: Array.from({ length: 10_000 }, (_, at) => `value ${at}`) } })),
  deep: () => fifty(() => nested(25)),
  descriptions: () => fifty((at) => schema({ a: { type: 'string', description: 'ребенок /=/='.repeat(1_500) + at } })),
}

async function call(id) {
  switch (mode) {
    case 'result-of-100-mb':
      await raw(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`)
      for (let at = 0; at < 100; at++) await raw('x'.repeat(1_048_576))
      return raw('"}]}}\n')
    case 'result-of-6-mb':
      return write({ id, result: { content: [{ type: 'text', text: 'x'.repeat(6_000_000) }] } })
    case 'result-of-lists':
      return raw(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"_meta":{"a":[${'[],'.repeat(2_000_000)}0]}}}\n`)
    case 'progress':
      await many(1_000, (at) => line({ method: 'notifications/progress', params: { progressToken: 1, progress: at } }))
      return write({ id, result: { content: [] } })
    case 'asks':
      return many(200, (at) =>
        line({
          id: `e${at}`,
          method: 'elicitation/create',
          params: {
            message: 'x'.repeat(500),
            requestedSchema: schema({ a: { type: 'string', title: 'y'.repeat(500) } }),
          },
        }),
      )
    default:
      return write({ id, result: { content: [{ type: 'text', text: 'hello' }] } })
  }
}

const storms = {
  'list-changed': () => many(1_000, () => line({ method: 'notifications/tools/list_changed' })),
  'log-lines': () =>
    many(500, () => line({ method: 'notifications/message', params: { level: 'error', data: 'x'.repeat(300) } })),
  'unknown-replies': () => many(500, (at) => line({ id: 1_000_000 + at, result: { a: 'x'.repeat(200) } })),
  requests: () => many(500, (at) => line({ id: `r${at}`, method: 'roots/list' })),
  samples: () =>
    many(300, (at) =>
      line({
        id: `s${at}`,
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: 'x'.repeat(300) } }], maxTokens: 100 },
      }),
    ),
  'line-without-end': async () => {
    for (let at = 0; at < 64; at++) await raw('x'.repeat(1_048_576))
  },
  'lines-of-nothing': () => many(500, () => '\n'.repeat(100)),
  'lines-of-lists': () => many(2, () => `{"jsonrpc":"2.0","method":"a","params":[${'[],'.repeat(20_000)}0]}\n`),
  stderr: async () => {
    for (let at = 0; at < 400; at++)
      await new Promise((resolve) => process.stderr.write(`${'y'.repeat(250)}\n`.repeat(400), resolve))
  },
}

async function answer({ id, method, params }) {
  if (method === 'notifications/initialized') return storms[mode]?.()
  if (id === undefined || method === undefined) return undefined
  if (method === 'initialize') {
    const { protocolVersion } = params
    const capabilities = { tools: { listChanged: true } }
    return write({ id, result: { protocolVersion, capabilities, serverInfo: { name: 'hostile', version: '1.0.0' } } })
  }
  if (method === 'ping') return write({ id, result: {} })
  if (method === 'tools/list') {
    if (mode === 'pages') {
      page += 1
      return write({ id, result: { tools: fifty(() => schema({})), nextCursor: `page ${page}` } })
    }
    return write({ id, result: { tools: tools[mode]?.() ?? [echo] } })
  }
  return method === 'tools/call' ? call(id) : write({ id, error: { code: -32_601, message: 'none' } })
}

if (mode === 'dies') process.exit(1)
process.stdout.on('error', () => process.exit())
createInterface({ input: process.stdin })
  .on('line', (text) => void answer(JSON.parse(text)))
  .on('close', () => process.exit())
