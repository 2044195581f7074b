/** Cold starts: from the start of the bridge to its responses, while the program takes three seconds. Part of `start`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { startManaged } from '../../scripts/managed-process.mjs'

const dist = path.resolve(import.meta.dirname, '../../dist')
const programMs = 3_000

const requests = [
  ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }],
  ['tools/list', {}],
  ['tools/call', { name: 'list_servers', arguments: {} }],
]

/** @returns {Promise<{ initialize: number, list: number, call: number }>} milliseconds */
export async function coldStart() {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-cold-'))
  try {
    // The first run leaves the list of tools.
    await run(profile, 0)
    const [initialize, list, call] = await run(profile, programMs)
    return { initialize, list, call }
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function run(profile, delay) {
  const program = JSON.stringify([path.join(dist, 'headless.cjs'), '--profile', profile, '--http-port', '0'])
  const start = `setTimeout(() => { process.argv = [process.argv[0], ...${program}]; require(process.argv[1]) }, ${delay})`
  const began = performance.now()
  const { child, ended } = startManaged(process.execPath, [path.join(dist, 'stdio-bridge.cjs'), '--profile', profile], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, GATEHOUSE_LAUNCH: JSON.stringify([process.execPath, '-e', start]) },
  })
  const taken = []
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    for (const [id, [method, params]] of requests.entries()) {
      send({ id, method, params })
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('The bridge ended before it responded.')
        const message = JSON.parse(value)
        if (message.id !== id) continue
        if (message.error) throw new Error(message.error.message)
        taken.push(performance.now() - began)
        break
      }
      if (id === 0) send({ method: 'notifications/initialized' })
    }
    return taken
  } finally {
    child.stdin.end()
    await ended
    await endProgram(profile)
  }
}

async function endProgram(profile) {
  const { pid } = JSON.parse(readFileSync(path.join(profile, 'gateway.json'), 'utf8'))
  process.kill(pid, 'SIGTERM')
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await pause(20)
  }
}
