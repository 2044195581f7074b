/**
 * The time from a request to its response, and events a second, of an agent in a process of its own over loopback.
 *
 * Floor: a bare WebSocket server in Java, on the same library, that sends back what it gets. The client is the same for all.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { frameText, registration } from '@contract/frames.js'
import { WebSocket } from 'ws'
import { newestJdk } from '../../../scripts/java.mjs'
import { alternately, cost, type Figure, median, perSecond, printFigures, quantile, sized } from '../contract/timing.js'

const rounds = sized({ full: 20, quick: 3, once: 1 })
const calls = sized({ full: 200, quick: 50, once: 5 })
const bursts = sized({ full: 10, quick: 2, once: 1 })
const eventsInBurst = 200
const token = 'a token of the benchmark'

// Bundled into `dist/bench-…`.
const jar = path.resolve(import.meta.dirname, '../../agents/java/gatehouse-bench/target/gatehouse-bench.jar')
const jdk = newestJdk()
if (!jdk || !existsSync(jar)) throw new Error('gatehouse-bench.jar is not built: run mvn package in agents/java.')
const java = path.join(jdk, 'bin', 'java')

class Client {
  readonly #socket: WebSocket
  readonly #program: ChildProcess
  #frames = 0
  #until = { frames: 0, resolve: () => {} }

  private constructor(socket: WebSocket, program: ChildProcess) {
    this.#socket = socket
    this.#program = program
    socket.on('message', () => {
      this.#frames += 1
      if (this.#frames === this.#until.frames) this.#until.resolve()
    })
  }

  static async of(command: string, args: readonly string[], isAgent: boolean): Promise<Client> {
    const program = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const [address] = await once(createInterface({ input: program.stdout }), 'line')
    const socket = new WebSocket(String(address), { perMessageDeflate: false })
    await once(socket, 'open')
    const client = new Client(socket, program)
    if (isAgent) await client.exchange([frameText('register', registration(token), 'registration')], 1)
    return client
  }

  /** Sends these, and waits for so many frames. */
  exchange(frames: readonly string[], expected: number): Promise<void> {
    return new Promise((resolve) => {
      this.#frames = 0
      this.#until = { frames: expected, resolve }
      for (const frame of frames) this.#socket.send(frame)
    })
  }

  async close(): Promise<void> {
    this.#socket.terminate()
    const ended = once(this.#program, 'exit')
    this.#program.kill()
    await ended
  }
}

const request = (capabilityId: string, parameters: Record<string, string | number>): string =>
  frameText('request', { payload: { capabilityId, parameters } }, 'a-request')
const said = request('ext.bench.echo', { text: 'hello' })
const burst = request('ext.bench.burst', { count: eventsInBurst })

const clients = {
  java: await Client.of(java, ['-jar', jar, 'agent', token], true),
  typescript: await Client.of(process.execPath, [path.join(import.meta.dirname, 'typescript-agent.mjs'), token], true),
  echo: await Client.of(java, ['-jar', jar, 'echo'], false),
}
type Name = keyof typeof clients

const latencies: Record<Name, number[]> = { java: [], typescript: [], echo: [] }
const elapsed: Record<Name, number[]> = { java: [], typescript: [], echo: [] }

async function timeCalls(name: Name): Promise<void> {
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    await clients[name].exchange([said], 1)
    latencies[name].push(performance.now() - began)
  }
}

/** The echo sends nothing by itself: it gets as many frames as it has to send. */
async function timeEvents(name: Name): Promise<void> {
  const event = frameText('event', { payload: { eventId: 'ext.bench.ticked', data: { number: 1 } } }, 'an-event')
  const sent = name === 'echo' ? Array<string>(eventsInBurst + 1).fill(event) : [burst]
  const began = performance.now()
  for (let turn = 0; turn < bursts; turn += 1) await clients[name].exchange(sent, eventsInBurst + 1)
  elapsed[name].push(performance.now() - began)
}

const each = (run: (name: Name) => Promise<void>) => ({
  java: () => run('java'),
  typescript: () => run('typescript'),
  echo: () => run('echo'),
})
await alternately(rounds, each(timeCalls))
await alternately(rounds, each(timeEvents))

const figures: Figure[] = []
for (const name of ['java', 'typescript'] as const) {
  const what = name === 'java' ? 'Java' : 'TypeScript'
  figures.push(cost(`a call of the agent in ${what}, median`, 'ms', median(latencies[name]), median(latencies.echo)))
  const late = quantile(latencies[name], 0.95)
  figures.push(cost(`a call of the agent in ${what}, 95 of 100`, 'ms', late, quantile(latencies.echo, 0.95)))
  const [taken, least] = [median(elapsed[name]), median(elapsed.echo)]
  figures.push(perSecond(`events of the agent in ${what}`, bursts * eventsInBurst, taken, least))
}
printFigures(figures)
for (const client of Object.values(clients)) await client.close()
