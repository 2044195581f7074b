/**
 * Engine model: answers the routes that Gatehouse uses on a socket, in the form that Docker 20.10.24 was recorded to
 * answer (test/fixtures/docker). Tests set what programs put out and what the log holds.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

const recorded = JSON.parse(
  readFileSync(new URL('../../../fixtures/docker/container.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, unknown>>

export interface ProgramOutput {
  readonly exitCode: number
  readonly output?: string
  readonly errors?: string
  /** The stream closes before its end. */
  readonly isCut?: boolean
}

export class ModelEngine {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'engine-'))
  readonly socket = path.join(this.#folder, 'engine.sock')
  readonly #server: Server = createServer((request, response) => this.#serve(request, response))
  readonly argv: (readonly string[])[] = []
  /** What was asked of the log. */
  readonly logQueries: Record<string, string>[] = []
  /** Time and text of each line; kept from one connection to the next. */
  log: readonly (readonly [time: string, text: string])[] = []
  tty = false
  /** Each connection closes without a reply. */
  isGone = false
  program: (argv: readonly string[]) => ProgramOutput = () => ({
    exitCode: 0,
    output: 'There are 0 of a max of 20 players online: \n',
  })
  archives: Readonly<Record<string, Buffer>> = {}
  readonly #results: ProgramOutput[] = []

  static async start(): Promise<ModelEngine> {
    const engine = new ModelEngine()
    engine.#server.listen(engine.socket)
    await once(engine.#server, 'listening')
    return engine
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://docker')
    const part = pathname.split('/').at(-1)
    if (this.isGone) return void request.socket.destroy()
    const json = (value: unknown) => response.end(JSON.stringify(value))
    response.setHeader('content-type', 'application/json')
    if (pathname === '/events') return void response.write('')
    if (pathname.startsWith('/exec/')) return this.#exec(Number(pathname.split('/')[2]), part, response)
    if (part === 'exec') return void this.#prepare(request).then((id) => json({ Id: String(id) }))
    if (part === 'logs') return this.#logs(Object.fromEntries(searchParams), response)
    if (part === 'archive') return this.#archive(searchParams.get('path') ?? '', request, response)
    const { Config, ...rest } = recorded
    return void json({ ...rest, Config: { ...Config, Tty: this.tty } })
  }

  async #prepare(request: IncomingMessage): Promise<number> {
    let body = ''
    for await (const chunk of request) body += chunk
    const argv = JSON.parse(body).Cmd as readonly string[]
    this.argv.push(argv)
    return this.#results.push(this.program(argv)) - 1
  }

  #exec(id: number, part: string | undefined, response: ServerResponse): void {
    const { exitCode = 0, output = '', errors = '', isCut = false } = this.#results[id] ?? {}
    if (part === 'json') {
      response.end(JSON.stringify({ ID: String(id), Running: false, ExitCode: exitCode }))
      return
    }
    if (output !== '') response.write(frame(1, output))
    if (errors !== '') response.write(frame(2, errors))
    if (isCut) setImmediate(() => response.destroy())
    else response.end()
  }

  /** As Docker: from `since` on, the lines of that moment again. */
  #logs(query: Record<string, string>, response: ServerResponse): void {
    this.logQueries.push(query)
    const since = query.since ?? ''
    const lines = this.log.filter(([time]) => since === '' || secondsOf(time) >= since)
    for (const [time, text] of query.tail ? lines.slice(-Number(query.tail)) : lines)
      response.write(this.tty ? `${time} ${text}\r\n` : frame(1, `${time} ${text}\n`))
    response.end()
  }

  #archive(file: string, request: IncomingMessage, response: ServerResponse): void {
    const bytes = this.archives[file]
    if (!bytes && file !== '/data') {
      response.statusCode = 404
      response.end(JSON.stringify({ message: `Could not find the file ${file} in container mc` }))
      return
    }
    const mode = file === '/data' ? 2_147_484_141 : 420
    const stat = { name: path.posix.basename(file), size: 4, mode, mtime: '2026-11-26T16:20:20Z', linkTarget: '' }
    response.setHeader('x-docker-container-path-stat', Buffer.from(JSON.stringify(stat)).toString('base64'))
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
}

const frame = (stream: number, text: string): Buffer => {
  const bytes = Buffer.from(text)
  const header = Buffer.alloc(8)
  header[0] = stream
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}

/** `2026-11-26T16:20:22.146770776Z` as `1795710022.146770776`. */
export const secondsOf = (time: string): string =>
  `${Date.parse(`${time.slice(0, 19)}Z`) / 1_000}.${time.slice(20, 29)}`
