/**
 * Attack scene: the built headless program, measured, with the demo world, a hostile agent and two clients.
 *
 * Resources that a case opens are closed when the case ends. No approver is connected, so nothing risky may ever run.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ClientStore } from '../../src-main/storage/client-store.js'
import { StateDatabase } from '../../src-main/storage/state-database.js'
import { buildProgram, temporaryProfile } from '../fakes/headless-program.js'
import { requestConnection } from '../fakes/multiplexed-client.js'
import { RawAgent } from '../fakes/raw-agent.js'
import { MeasuredProcess, type Measurement, type OtherClientTimes } from './measured-process.js'

/** More than there are cases that need one, because a case may run again. */
const agentsAtFirst = 110

export interface Reply {
  readonly status: number
  readonly text: string
}

export interface AttackKeys {
  readonly attacker: string
  /** Calls services whose results are the attack. Floods of the attacker do not use up its rate limit. */
  readonly caller: string
  readonly other: string
}

export interface SceneOptions {
  /** Servers that the program dials. */
  readonly agents?: number
  /** More options of the program. */
  readonly options?: readonly string[]
  /** Notified of the folder of the built program, before it is started. */
  readonly built?: (folder: string) => unknown
  readonly profile?: string
}

export interface SceneDependencies {
  readonly program: MeasuredProcess<Measurement>
  readonly other: MeasuredProcess<OtherClientTimes>
  /** Servers that the program dials. Each case takes the next, because a closed one is dialled again only after a delay. */
  readonly agents: readonly RawAgent[]
  readonly endpoint: string
  readonly profile: string
  readonly keys: AttackKeys
  /** Lines of the program's standard output. */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  readonly end: () => Promise<void>
}

export class AttackScene implements Omit<SceneDependencies, 'end'> {
  readonly program
  readonly other
  readonly agents
  readonly endpoint
  readonly profile
  readonly keys
  readonly lines
  #lastAgent = -1
  readonly #undo: (() => unknown)[] = []
  readonly #end: () => Promise<void>

  protected constructor(parts: SceneDependencies) {
    this.program = parts.program
    this.other = parts.other
    this.agents = parts.agents
    this.endpoint = parts.endpoint
    this.profile = parts.profile
    this.keys = parts.keys
    this.lines = parts.lines
    this.#end = parts.end
  }

  static async open(): Promise<AttackScene> {
    const scene = new AttackScene(await AttackScene.start())
    await scene.#warmUp()
    return scene
  }

  /** Compilation at first use must not count as a cost of an attack. */
  async #warmUp(): Promise<void> {
    const { status, text } = await this.invoke('world.time.get', { worldName: 'world' }, 'demo')
    if (status !== 200) throw new Error(`the first call failed: ${text}`)
  }

  protected static async start(chosen: SceneOptions = {}): Promise<SceneDependencies> {
    const [built, profile, agents] = await Promise.all([
      // In one file: in the shipped program the first attack would also pay for loading deferred modules.
      buildProgram('src-main/headless.ts'),
      chosen.profile ?? temporaryProfile(),
      Promise.all(Array.from({ length: chosen.agents ?? agentsAtFirst }, () => RawAgent.listen())),
    ])
    await chosen.built?.(path.dirname(built.file))
    const keys = keysIn(profile)
    const options = ['--profile', profile, '--simulator', '--control', 'stdin', ...(chosen.options ?? [])]
    const servers = agents.flatMap(({ address }) => ['--agent', address, '--agent-token', 'token'])
    const program = MeasuredProcess.measuring(built.file, ...options, ...servers)
    const lines: Record<string, unknown>[] = []
    const ready = new Promise<Record<string, unknown>>((resolve, reject) => {
      program.child.once('exit', () => reject(new Error(program.stderr)))
      if (!program.child.stdout) return reject(new Error('no standard output'))
      createInterface({ input: program.child.stdout }).on('line', (line) => {
        const said = JSON.parse(line) as Record<string, unknown>
        lines.push(said)
        const isOnline = lines.some(({ id, state }) => id === 'demo' && state === 'online')
        const first = lines.find(({ event }) => event === 'ready')
        if (first && isOnline) resolve(first)
      })
    })
    const endpoint = String((await ready).http)
    const other = await MeasuredProcess.otherClient(endpoint, keys.other)
    const end = async () => {
      await Promise.all([program.stop(), other.stop()])
      await Promise.all(agents.map((agent) => agent.closeNow()))
      await Promise.all([built.remove(), rm(profile, { recursive: true, force: true })])
    }
    return { program, other, agents, endpoint, profile, keys, lines, end }
  }

  /** Undone when the case ends. */
  add<T>(thing: T, undo: (thing: T) => unknown): T {
    this.#undo.push(() => undo(thing))
    return thing
  }

  async clear(): Promise<void> {
    for (const undo of this.#undo.splice(0).reverse()) await undo()
  }

  async close(): Promise<void> {
    await this.clear()
    await this.#end()
  }

  get port(): number {
    return Number(new URL(this.endpoint).port)
  }

  /** A connection that sends nothing by itself. The program may close it. */
  async socket(): Promise<Socket> {
    const socket = this.add(connect(this.port, '127.0.0.1'), (open) => open.destroy())
    socket.on('error', () => {})
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    return socket
  }

  /** A multiplexed connection; undefined where the program gives none. */
  async line(token = this.keys.attacker): Promise<Socket | undefined> {
    const notification = requestConnection(this.endpoint, { authorization: `Bearer ${token}` })
    notification.on('error', () => {})
    const answer = await Promise.race([
      once(notification, 'connect') as Promise<[{ statusCode?: number }, Socket]>,
      once(notification, 'close').then(() => undefined),
    ])
    if (!answer) return undefined
    const [{ statusCode }, socket] = answer
    this.add(socket, (open) => open.destroy())
    socket.on('error', () => {})
    return statusCode === 200 ? socket : undefined
  }

  /** Sends a request; the status is 0 when the program closes the connection. */
  send(path: string, body?: string | Buffer, headers: OutgoingHttpHeaders = {}): Promise<Reply> {
    return new Promise((resolve) => {
      const asked = this.#request(path, {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      })
      asked.on('error', () => resolve({ status: 0, text: '' }))
      asked.on('response', (response) => {
        let text = ''
        response.on('data', (part) => {
          text += part
        })
        response.on('close', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      asked.end(body)
    })
  }

  /** A request whose body the case writes itself. */
  begin(path: string, headers: OutgoingHttpHeaders = {}): ClientRequest {
    const asked = this.add(this.#request(path, { 'content-type': 'application/json', ...headers }), (open) =>
      open.destroy(),
    )
    asked.on('error', () => {})
    asked.on('response', (response) => response.resume())
    return asked
  }

  /** Calls a capability over REST, as the attacker unless a token is given. */
  invoke(capabilityId: string, parameters: unknown, server?: string, token = this.keys.attacker): Promise<Reply> {
    const body = JSON.stringify({ parameters, ...(server && { server }) })
    const headers = { authorization: `Bearer ${token}` }
    return this.send(`/api/v1/capabilities/${capabilityId}/invoke`, body, headers)
  }

  /** A server that the program has registered with, and that no case has used yet. */
  nextAgent(): RawAgent {
    this.#lastAgent += 1
    const agent = this.agents[this.#lastAgent]
    if (!agent) throw new Error('there are more cases with servers than servers')
    return agent
  }

  #request(path: string, headers: OutgoingHttpHeaders): ClientRequest {
    return request(new URL(path, this.endpoint), {
      method: headers['content-type'] === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.keys.attacker}`, ...headers },
      agent: false,
    })
  }
}

/** Clients with a key each. */
function keysIn(profile: string): AttackKeys {
  const state = StateDatabase.open(profile)
  const store = new ClientStore(state)
  const keyOf = (name: string) => store.add({ name }, new Date(), 'command-line').token
  const keys = { attacker: keyOf('Attacker'), caller: keyOf('Caller'), other: keyOf('Other') }
  state.close()
  return keys
}
