/** How long a stdio server takes from its start to its first `tools/list`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { commands, environment } from './ways.mjs'

export const startDescriptions = {
  node: 'node itself, to its first line',
  gatehouse: 'the bridge of Gatehouse, the gateway is running',
  bareStdio: 'a bare SDK server over stdio',
  mcpRemote: 'mcp-remote → a bare SDK server over HTTP',
  supergateway: 'supergateway → a bare SDK server over HTTP',
}

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }

/** Milliseconds. What the client costs is next to nothing: it speaks JSON lines by itself. */
export async function startTime(name, behind) {
  const args = name === 'node' ? ['-e', 'console.log()'] : commands[name]({ ...behind, profiling: [] })
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: environment(behind.profile),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exit = once(child, 'exit')
  try {
    if (name === 'node') await lines.next()
    else await listTools(child.stdin, lines)
    return performance.now() - began
  } finally {
    child.kill()
    await exit
  }
}

async function listTools(input, lines) {
  const send = (message) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const answer = async (id) => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('A stdio server ended before it answered.')
      const message = JSON.parse(value)
      if (message.id === id) return message.result
    }
  }
  send({ id: 1, method: 'initialize', params: initialize })
  await answer(1)
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/list' })
  const { tools } = await answer(2)
  if (!tools.some((tool) => tool.name === 'world_time_get')) throw new Error('The tool is not in the list.')
}
