/**
 * Model panel: the client API of Pterodactyl 1.11 and of Pelican, with one server on a `ModelNode`. It is a model, written
 * from their sources: errors have the shapes and sentences of the panel, limits are counted in fixed minutes, a server in
 * a special state answers 409, and what the node refuses is passed on as the panel passes it on.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../../../src-main/gateway/ports/runtime.js'
import type { WingsAnswer } from './model-files.js'
import { bodyOf, type ModelNode } from './model-node.js'

export interface ModelKey {
  /** `*` for the owner. */
  readonly permissions: readonly string[]
  /** The panel takes the key from elsewhere only. */
  readonly isElsewhere?: true
}

export interface ModelPanelOptions {
  readonly clock: Clock
  readonly kind: 'pterodactyl' | 'pelican'
  readonly uuid: string
  readonly node: ModelNode
  readonly identity?: { readonly key: string; readonly cert: string }
}

interface ModelBackup {
  readonly uuid: string
  readonly name: string
  readonly created_at: string
  readonly is_locked: boolean
  readonly bytes: number
  is_successful: boolean
  completed_at: string | null
}

const states = {
  suspended: 'This server is currently suspended and the functionality requested is unavailable.',
  maintenance: 'The node of this server is currently under maintenance and the functionality requested is unavailable.',
  installing: 'This server has not yet completed its installation process, please try again later.',
  restoring_backup: 'This server is currently restoring from a backup, please try again later.',
  transferring: 'This server is currently being transferred to a new machine, please try again later.',
} as const

/** Path below the server, method, and what a subuser needs. */
const needed: Readonly<Record<string, string>> = {
  'GET websocket': 'websocket.connect',
  'GET files/list': 'file.read',
  'GET files/contents': 'file.read-content',
  'GET files/download': 'file.read-content',
  'GET files/upload': 'file.create',
  'POST files/write': 'file.create',
  'POST files/create-folder': 'file.create',
  'PUT files/rename': 'file.update',
  'POST files/delete': 'file.delete',
  'GET activity': 'activity.read',
  'GET backups': 'backup.read',
  'POST backups': 'backup.create',
  'POST restore': 'backup.restore',
}

const recorded: Readonly<Record<string, string>> = {
  'GET files/contents': 'file.read',
  'GET files/download': 'file.download',
  'POST files/write': 'file.write',
  'POST files/create-folder': 'file.create-directory',
  'PUT files/rename': 'file.rename',
  'POST files/delete': 'file.delete',
  'POST backups': 'backup.start',
  'POST restore': 'backup.restore',
}

const requestsPerMinute = { pterodactyl: 720, pelican: 256 } as const
const maxContents = 4 * 1024 * 1024

class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

export class ModelPanel {
  readonly keys = new Map<string, ModelKey>()
  state: keyof typeof states | undefined
  maxBackups = 1
  readonly backups: ModelBackup[] = []
  /** What it recorded, the oldest first. */
  readonly activity: { readonly event: string; readonly is_api: boolean; readonly timestamp: string }[] = []
  /** `METHOD path` of every request. */
  readonly requests: string[] = []
  /** Answers every request with this page instead. */
  page: { readonly status: number; readonly location?: string } | undefined
  /** Milliseconds by which the clocks of panel and node are ahead. */
  aheadMs = 0
  /** A proxy's, through which others reach it. */
  publicPort: number | undefined
  /** The node that tickets name, instead of the real one. */
  namedNode: string | undefined
  readonly #options: ModelPanelOptions
  readonly #server: Server
  #minute = { since: 0, requests: 0, tickets: 0 }

  private constructor(options: ModelPanelOptions) {
    this.#options = options
    const serve = (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response)
    this.#server = options.identity ? createSecureServer(options.identity, serve) : createServer(serve)
  }

  static async start(options: ModelPanelOptions): Promise<ModelPanel> {
    const panel = new ModelPanel(options)
    panel.#server.listen(0, '127.0.0.1')
    await once(panel.#server, 'listening')
    options.node.panelOrigin = panel.origin
    return panel
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo
    return `${this.#options.identity ? 'https' : 'http'}://127.0.0.1:${this.publicPort ?? port}`
  }

  /** As of a key of the API, unless said otherwise; the panel keeps whole seconds. */
  record(name: string, at: number, isApi = true): void {
    const timestamp = new Date(at).toISOString().replace(/\.\d+Z$/u, '+00:00')
    this.activity.push({ event: `server:${name}`, is_api: isApi, timestamp })
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    this.requests.push(`${request.method} ${url.pathname}`)
    const body = await bodyOf(request)
    response.setHeader('date', new Date(this.#options.clock.now().getTime() + this.aheadMs).toUTCString())
    if (this.page || request.headers.accept !== 'application/json') {
      const { status, location } = this.page ?? { status: 302, location: `${this.origin}/auth/login` }
      response.writeHead(status, { 'content-type': 'text/html', ...(location !== undefined && { location }) })
      return void response.end('<!doctype html><title>Sign in</title>')
    }
    const most = requestsPerMinute[this.#options.kind]
    try {
      this.#count(most)
      const answer = this.#answer(request, url, body)
      if (Buffer.isBuffer(answer))
        return void response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' }).end(answer)
      response.writeHead(answer === undefined ? 204 : 200, {
        'content-type': 'application/json',
        'x-ratelimit-limit': most,
      })
      response.end(answer === undefined ? undefined : JSON.stringify(answer))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, message, headers } = error
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ errors: [{ code: 'HttpException', status: `${status}`, detail: message }] }))
    }
  }

  #count(most: number): void {
    const now = this.#options.clock.elapsed()
    if (now - this.#minute.since >= 60_000) this.#minute = { since: now, requests: 0, tickets: 0 }
    this.#minute.requests += 1
    if (this.#minute.requests <= most) return
    const seconds = Math.ceil((this.#minute.since + 60_000 - now) / 1_000)
    throw new Refusal(429, 'Too Many Attempts.', { 'retry-after': `${seconds}` })
  }

  #answer(request: IncomingMessage, url: URL, body: Buffer): unknown {
    const key = this.keys.get((request.headers.authorization ?? '').replace(/^Bearer /u, ''))
    if (!key) throw new Refusal(401, 'Unauthenticated.')
    if (key.isElsewhere) {
      throw new Refusal(
        403,
        'This IP address (127.0.0.1) does not have permission to access the API using these credentials.',
      )
    }
    const path = url.pathname.replace(/^\/api\/client\/?/u, '')
    if (path === '') return { object: 'list', data: [this.#server_()], meta: { pagination: { total_pages: 1 } } }
    const { uuid, kind, node } = this.#options
    const [, id = '', rest = ''] = /^servers\/([^/]+)\/?(.*)$/u.exec(path) ?? []
    const isNamed = id === uuid || (kind === 'pterodactyl' && id === uuid.slice(0, 8))
    if (!isNamed) throw new Refusal(404, 'The requested resource could not be found on the server.')
    if (rest === '') {
      return {
        ...this.#server_(),
        meta: { is_server_owner: key.permissions.includes('*'), user_permissions: key.permissions },
      }
    }
    if (this.state) throw new Refusal(409, states[this.state])
    const restored = /^backups\/[0-9a-f-]+\/restore$/u.test(rest)
    const power = rest === 'power' ? `control.${(JSON.parse(body.toString()) as { signal: string }).signal}` : undefined
    const permission = power ?? needed[`${request.method} ${restored ? 'restore' : rest}`]
    if (permission && !key.permissions.some((name) => name === '*' || name === permission)) {
      throw new Refusal(403, 'This action is unauthorized.')
    }
    const event = recorded[`${request.method} ${restored ? 'restore' : rest}`]
    if (event !== undefined || power !== undefined) {
      const at = this.#options.clock.now().getTime() + this.aheadMs
      this.record(event ?? power?.replace('control', 'power') ?? '', at)
    }
    if (rest === 'activity') return this.#activityPage(url.searchParams)
    if (rest === 'websocket') return this.#ticket(key)
    if (rest === 'resources')
      return { object: 'stats', attributes: { current_state: node.process.state, resources: {} } }
    if (rest === 'power') return this.#power(JSON.parse(body.toString()) as { signal: string })
    if (rest.startsWith('files/')) return this.#files(request.method ?? 'GET', rest.slice('files/'.length), url, body)
    if (rest.startsWith('backups')) return this.#backup(request.method ?? 'GET', rest, body)
    throw new Refusal(404, 'The requested resource could not be found on the server.')
  }

  #activityPage(query: URLSearchParams) {
    const size = Math.min(Number(query.get('per_page') ?? 25), 100)
    const page = Number(query.get('page') ?? 1)
    const words = query.get('filter[event]')?.split(',') ?? ['']
    const wanted = this.activity.filter(({ event }) => words.some((word) => event.includes(word)))
    const all = query.get('sort') === '-timestamp' ? wanted.toReversed() : wanted
    return {
      object: 'list',
      data: all.slice((page - 1) * size, page * size).map((attributes) => ({ object: 'activity_log', attributes })),
      meta: { pagination: { total_pages: Math.max(1, Math.ceil(all.length / size)) } },
    }
  }

  #server_() {
    const { uuid, node } = this.#options
    return {
      object: 'server',
      attributes: {
        server_owner: true,
        identifier: uuid.slice(0, 8),
        uuid,
        name: 'Survival',
        node: 'Frankfurt 3',
        is_node_under_maintenance: this.state === 'maintenance',
        sftp_details: { ip: '127.0.0.1', port: node.port + 1 },
        feature_limits: { databases: 0, allocations: 0, backups: this.maxBackups },
        status:
          this.state === 'restoring_backup' || this.state === 'suspended' || this.state === 'installing'
            ? this.state
            : null,
        is_suspended: this.state === 'suspended',
        is_installing: this.state === 'installing',
        is_transferring: this.state === 'transferring',
      },
    }
  }

  #ticket({ permissions }: ModelKey) {
    const { kind, clock, node, uuid } = this.#options
    this.#minute.tickets += 1
    if (kind === 'pelican' && this.#minute.tickets > 5)
      throw new Refusal(429, 'Too Many Attempts.', { 'retry-after': '60' })
    const now = clock.now().getTime()
    const token = node.sign({ issued: now, expires: now + 600_000, permissions })
    const origin = (this.namedNode ?? node.origin).replace(/^http/u, 'ws')
    return { data: { token, socket: `${origin}/api/servers/${uuid}/ws` } }
  }

  #power({ signal }: { signal: string }): undefined {
    const { process } = this.#options.node
    if (signal !== 'start') process.stop()
    if (signal !== 'stop') process.start()
  }

  #files(method: string, name: string, url: URL, body: Buffer): unknown {
    const { node } = this.#options
    if (name === 'download' || name === 'upload') {
      const token = node.sign(name === 'download' ? { file: url.searchParams.get('file') ?? '' } : {})
      return {
        object: 'signed_url',
        attributes: { url: `${this.namedNode ?? node.origin}/${name}/file?token=${token}` },
      }
    }
    const wings = { list: 'list-directory', 'create-folder': 'create-directory' }[name] ?? name
    const sent = name === 'create-folder' ? Buffer.from(body.toString().replace('"root"', '"path"')) : body
    const found = passedOn(node.files.handle(method, wings, url.searchParams, sent))
    if (name === 'list') {
      return { object: 'list', data: (found as readonly Record<string, unknown>[]).map(asFileObject) }
    }
    if (name !== 'contents') return undefined
    if ((found as Buffer).length > maxContents) {
      throw new Refusal(400, 'The file you are attempting to open is too large to view in the file editor.')
    }
    return found
  }

  #backup(method: string, rest: string, body: Buffer): unknown {
    const { clock } = this.#options
    if (rest === 'backups' && method === 'POST') {
      if (this.backups.length >= this.maxBackups) {
        throw new Refusal(
          400,
          `Cannot create a new backup, this server has reached its limit of ${this.maxBackups} backups.`,
        )
      }
      const { name } = JSON.parse(body.toString()) as { name: string }
      const id = `0000000${this.backups.length}-0000-4000-8000-000000000000`
      this.backups.push({
        uuid: id,
        name,
        created_at: clock.now().toISOString(),
        is_locked: false,
        bytes: 0,
        is_successful: false,
        completed_at: null,
      })
      return { object: 'backup', attributes: this.backups.at(-1) }
    }
    if (rest === 'backups')
      return { object: 'list', data: this.backups.map((attributes) => ({ object: 'backup', attributes })) }
    const [, id, action] = /^backups\/([0-9a-f-]+)(\/restore)?$/u.exec(rest) ?? []
    const found = this.backups.find(({ uuid }) => uuid === id)
    if (!found) throw new Refusal(404, 'The requested resource could not be found on the server.')
    if (action === undefined) return { object: 'backup', attributes: found }
    this.state = 'restoring_backup'
    return undefined
  }
}

/** What the panel makes of an answer of its node. @throws Refusal */
function passedOn({ status, answer, broken }: WingsAnswer): unknown {
  // No answer at all.
  if (broken)
    throw new Refusal(504, 'Could not establish a connection to the machine running this server. Please try again.')
  if (status < 400) return answer
  const { error } = answer as { error: string }
  if (status >= 500) {
    throw new Refusal(
      status,
      `There was an error while communicating with the machine running this server. This error has been logged, please try again. (code: ${status}) (request_id: x)`,
    )
  }
  throw new Refusal(status, `An error occurred on the remote host: ${error}. (request id: x)`)
}

const asFileObject = ({
  name,
  mode,
  mode_bits,
  size,
  file,
  symlink,
  mime,
  created,
  modified,
}: Record<string, unknown>) => ({
  object: 'file_object',
  attributes: {
    name,
    mode,
    mode_bits,
    size,
    is_file: file,
    is_symlink: symlink,
    mimetype: mime,
    created_at: created,
    modified_at: modified,
  },
})
