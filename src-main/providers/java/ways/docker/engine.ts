/**
 * Docker engine: the few routes of its HTTP interface that Gatehouse uses, and no others.
 *
 * The socket has the rights of root, so there is no general request: nothing creates, removes or changes a container.
 * Replies are untrusted (invariant 7): bounded before they are read.
 */
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as encryptedRequest } from 'node:https'
import { isIP } from 'node:net'
import { finished } from 'node:stream/promises'
import { GatewayError } from '@contract/gateway-error.js'
import type { DockerProblem } from '@shared/servers/docker-problems.js'
import { z } from 'zod'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import type { DialledEngine } from './dialled-engine.js'
import { DockerUnavailable } from './docker-failure.js'
import type { EngineAddress } from './engine-address.js'

/** Milliseconds until the engine answers. Stopping a container takes as long as the server needs. */
const responseMs = 15_000
/** Shows that an engine elsewhere is gone, while nothing comes. */
const keepAliveMs = 15_000
/** JSON takes many times its length while it is read. */
const maxJsonBytes = 1024 * 1024
const maxErrorBytes = 16 * 1024

const texts = z.record(z.string(), z.string()).nullish()

const listed = z.array(z.object({ Id: z.string() }))

const inspected = z.object({
  Id: z.string(),
  Name: z.string(),
  State: z.object({
    Status: z.string(),
    Health: z.object({ Status: z.string() }).nullish(),
    ExitCode: z.number().nullish(),
    OOMKilled: z.boolean().nullish(),
  }),
  Config: z.object({
    Image: z.string(),
    Tty: z.boolean(),
    Env: z.array(z.string()).nullish(),
    WorkingDir: z.string().nullish(),
    Labels: texts,
    ExposedPorts: z.record(z.string(), z.unknown()).nullish(),
    StopTimeout: z.number().nullish(),
  }),
  HostConfig: z.object({ NetworkMode: z.string().nullish() }),
  Mounts: z.array(z.object({ Source: z.string().nullish(), Destination: z.string() })).nullish(),
  NetworkSettings: z.object({
    Ports: z.record(z.string(), z.array(z.object({ HostIp: z.string(), HostPort: z.string() })).nullish()).nullish(),
    Networks: z.record(z.string(), z.object({ IPAddress: z.string().nullish() })).nullish(),
  }),
})

const pathStat = z.object({
  name: z.string(),
  size: z.number(),
  mode: z.number(),
  mtime: z.string(),
  linkTarget: z.string(),
})

export type InspectedContainer = z.infer<typeof inspected>
export type PathStat = z.infer<typeof pathStat>

interface Request {
  readonly method?: 'GET' | 'POST' | 'HEAD'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Milliseconds until the engine answers; undefined without limit. */
  readonly timeoutMs?: number | undefined
}

/** The engine answered with an error; `text` is what it said, untrusted. */
export class EngineRefusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(`Docker answered ${status}`)
  }
}

export class DockerEngine {
  readonly #address: EngineAddress
  readonly #clock: Clock
  readonly #dialled: DialledEngine | undefined

  /** @param dialled of an engine over SSH */
  constructor(address: EngineAddress, clock: Clock, dialled?: DialledEngine) {
    this.#address = address
    this.#clock = clock
    this.#dialled = dialled
  }

  get isLocal(): boolean {
    return this.#address.isLocal
  }

  /** All containers, also stopped ones. */
  async containers(): Promise<readonly { readonly Id: string }[]> {
    return this.#json({ path: '/containers/json', query: { all: '1' } }, listed)
  }

  async inspect(container: string, signal?: AbortSignal): Promise<InspectedContainer> {
    return this.#json({ path: `/containers/${encodeURIComponent(container)}/json`, signal }, inspected)
  }

  /** Resolves when the container is up, or down after `graceSeconds` at most. */
  async power(container: string, order: 'start' | 'stop' | 'restart', graceSeconds: number): Promise<void> {
    const response = await this.#send({
      method: 'POST',
      path: `/containers/${encodeURIComponent(container)}/${order}`,
      ...(order !== 'start' && { query: { t: String(graceSeconds) } }),
      timeoutMs: undefined,
    })
    response.resume()
  }

  /** The log, with a time in front of each line; with `follow` also what is written later. */
  logs(container: string, query: { follow: boolean; tail?: number; since?: string }): Promise<IncomingMessage> {
    return this.#send({
      path: `/containers/${encodeURIComponent(container)}/logs`,
      query: {
        stdout: '1',
        stderr: '1',
        timestamps: '1',
        follow: query.follow ? '1' : '0',
        ...(query.tail !== undefined && { tail: String(query.tail) }),
        ...(query.since !== undefined && { since: query.since }),
      },
    })
  }

  /** What happens to one container, as JSON objects. */
  events(id: string, signal: AbortSignal): Promise<IncomingMessage> {
    const filters = JSON.stringify({ container: [id], event: ['die', 'destroy', 'pause'] })
    return this.#send({ path: '/events', query: { filters }, signal })
  }

  /** Prepares a program in a running container. @param argv no shell takes it apart @returns the id of the exec */
  async prepareExec(container: string, argv: readonly string[]): Promise<string> {
    const body = { AttachStdin: false, AttachStdout: true, AttachStderr: true, Tty: false, Cmd: argv }
    const path = `/containers/${encodeURIComponent(container)}/exec`
    return (await this.#json({ method: 'POST', path, body }, z.object({ Id: z.string() }))).Id
  }

  startExec(id: string, signal: AbortSignal): Promise<IncomingMessage> {
    const path = `/exec/${encodeURIComponent(id)}/start`
    return this.#send({ method: 'POST', path, body: { Detach: false, Tty: false }, signal })
  }

  inspectExec(id: string): Promise<{ readonly Running: boolean; readonly ExitCode?: number | null | undefined }> {
    const schema = z.object({ Running: z.boolean(), ExitCode: z.number().nullish() })
    return this.#json({ path: `/exec/${encodeURIComponent(id)}/json` }, schema)
  }

  /** Undefined when nothing has this path. @param path absolute in the container */
  async stat(container: string, path: string): Promise<PathStat | undefined> {
    const response = await this.#send(archive(container, path, 'HEAD')).catch(missingIsNothing)
    if (!response) return undefined
    // Its connection is used for what is asked next.
    await finished(response.resume())
    const header = response.headers['x-docker-container-path-stat']
    if (typeof header !== 'string') throw new DockerUnavailable('engine-reply')
    return parsed(Buffer.from(header, 'base64').toString('utf8'), pathStat)
  }

  /** A tar archive with one file. Undefined when nothing has this path. */
  async file(container: string, path: string): Promise<IncomingMessage | undefined> {
    return this.#send(archive(container, path, 'GET')).catch(missingIsNothing)
  }

  async #json<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.infer<Schema>> {
    const response = await this.#send(request)
    return parsed((await wholeOf(response, maxJsonBytes)).toString('utf8'), schema)
  }

  /** Resolves with a response that succeeded. @throws EngineRefusal @throws DockerUnavailable */
  async #send(request: Request): Promise<IncomingMessage> {
    const response = await this.#respond({ timeoutMs: responseMs, ...request }).catch((cause: unknown) => {
      throw cause instanceof GatewayError ? cause : new DockerUnavailable(problemOf(cause), { cause })
    })
    const { statusCode: status = 0 } = response
    // Not modified: a container that already runs is started.
    if ((status >= 200 && status < 300) || status === 304) return response
    const text = (await wholeOf(response, maxErrorBytes).catch(() => Buffer.alloc(0))).toString('utf8')
    throw new EngineRefusal(status, messageIn(text))
  }

  async #respond({ method = 'GET', path, query, body, signal, timeoutMs }: Request): Promise<IncomingMessage> {
    const { target } = this.#address
    const dialled = this.#dialled
    await dialled?.ready()
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const options: RequestOptions = {
      ...('ssh' in target ? {} : target),
      // The name in the certificate; Node would take it from the header.
      ...('ca' in target && { servername: isIP(target.host) ? '' : target.host }),
      method,
      path: query ? `${path}?${new URLSearchParams(query)}` : path,
      headers: {
        // Elsewhere Node sends the host that was asked for.
        ...((dialled || 'socketPath' in target) && { host: 'docker' }),
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      },
      // Else a connection for each request, which closes after it.
      agent: dialled ?? false,
      ...(signal && { signal }),
    }
    return new Promise((resolve, reject) => {
      const sent = 'ca' in target ? encryptedRequest(options) : plainRequest(options)
      const late = () => sent.destroy(new DockerUnavailable('no-engine'))
      const cancel = timeoutMs === undefined ? () => {} : this.#clock.after(timeoutMs, late)
      // SSH asks by itself.
      if (!dialled) sent.setSocketKeepAlive(true, keepAliveMs)
      sent.on('response', (response) => {
        cancel()
        // Without a length Node takes a response to HEAD for one that ends with the connection.
        if (method === 'HEAD' && response.headers.connection !== 'close') sent.shouldKeepAlive = dialled !== undefined
        resolve(response)
      })
      sent.on('error', (error) => {
        cancel()
        reject(error)
      })
      sent.end(bytes)
    })
  }
}

const archive = (container: string, path: string, method: 'GET' | 'HEAD'): Request => ({
  method,
  path: `/containers/${encodeURIComponent(container)}/archive`,
  query: { path },
})

function missingIsNothing(error: unknown): undefined {
  if (error instanceof EngineRefusal && error.status === 404 && !error.text.startsWith('No such container: '))
    return undefined
  throw error
}

/** @throws DockerUnavailable when it is longer */
async function wholeOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    size += piece.length
    if (size > most) throw new DockerUnavailable('engine-reply')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function parsed<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new DockerUnavailable('engine-reply', { cause })
  }
}

function messageIn(text: string): string {
  try {
    return String(JSON.parse(text).message)
  } catch {
    return text
  }
}

export function problemOf(error: unknown): DockerProblem {
  const { code = '', address = '' } = error as NodeJS.ErrnoException & { address?: string }
  if (code === 'EACCES' || code === 'EPERM') return 'no-permission'
  if (code.startsWith('HPE_')) return 'engine-reply'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'engine-lost'
  // Docker without root is started another way.
  return isOwnSocket(address) ? 'no-own-engine' : 'no-engine'
}

/** Below the home or the runtime folder of a user. */
const isOwnSocket = (path: string): boolean => /^\/(?:run\/user|home|Users|root)\//u.test(path)
