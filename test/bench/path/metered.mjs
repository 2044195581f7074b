/** Metered: a program in a process of its own whose processor time can be read, and JSON-RPC over its stdio. */
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startManaged } from '../../../scripts/managed-process.mjs'

/** A program that used less than `idleMs` of processor time in `lookMs` is idle. */
const [lookMs, idleMs, maxLooks] = [150, 3, 40]

const meter = path.join(import.meta.dirname, 'meter.cjs')

export class Metered {
  /** @param {readonly string[]} args of node @param {NodeJS.ProcessEnv} env */
  constructor(args, env) {
    const stdio = ['pipe', 'pipe', 'ignore', 'ipc']
    this.program = startManaged(process.execPath, ['--require', meter, ...args], { stdio, env, graceMs: 5_000 })
    this.lines = createInterface({ input: this.program.child.stdout })
  }

  /** The next line of its output. */
  async line() {
    const [line] = await Promise.race([once(this.lines, 'line'), once(this.lines, 'close')])
    if (line === undefined) throw new Error('A program ended before it reported. Is it built (npm run build)?')
    return line
  }

  /** Milliseconds of processor time since it started, on all its threads. */
  async processorMs() {
    const { child } = this.program
    const reported = once(child, 'message')
    child.send('usage')
    const [{ usage }] = await reported
    return (usage.user + usage.system) / 1_000
  }

  /** The same, including deferred work, which counts for the request that caused it. */
  async settledProcessorMs() {
    let before = await this.processorMs()
    for (let looks = 0; looks < maxLooks; looks++) {
      await sleep(lookMs)
      const now = await this.processorMs()
      if (now - before < idleMs) return now
      before = now
    }
    return before
  }

  stop() {
    return this.program.stop()
  }
}

const introduction = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
}

/** A client of a stdio server that costs next to nothing: it writes and reads JSON lines. */
export class LineClient {
  #id = 0
  #waiting = new Map()

  constructor(metered) {
    this.#input = metered.program.child.stdin
    metered.lines.on('line', (line) => {
      const message = JSON.parse(line)
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    })
  }

  #input

  static async open(metered) {
    const client = new LineClient(metered)
    await client.request('initialize', introduction)
    client.#send({ method: 'notifications/initialized' })
    return client
  }

  /** @returns {Promise<object>} the result; rejects with an error of the protocol */
  request(method, params) {
    this.#id += 1
    const id = this.#id
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)))
      this.#send({ id, method, ...(params && { params }) })
    })
  }

  callTool(name, args = {}) {
    return this.request('tools/call', { name, arguments: args })
  }

  #send(message) {
    this.#input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
}
