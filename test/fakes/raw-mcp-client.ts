/** Raw MCP client: sends exactly what a test says over HTTP, and reads streams event by event. */

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The message it holds, as JSON or as the last event of a stream; undefined when it holds none. */
  readonly message: RawMessage | undefined
}

export interface RawMessage {
  readonly jsonrpc: string
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export interface RawEvent {
  /** What comes after a colon at the start of a line. */
  readonly comment?: string
  readonly id?: string
  readonly data?: string
}

export const bothTypes = 'application/json, text/event-stream'

export class RawMcpClient {
  readonly #url: URL
  readonly #always: Record<string, string>
  readonly #streams: RawStream[] = []

  constructor(url: URL, token: string) {
    this.#url = url
    this.#always = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: bothTypes }
  }

  async send(method: string, headers: Record<string, string> = {}, body?: string): Promise<RawAnswer> {
    const response = await this.#fetch(method, headers, body)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, message: messageIn(response, text) }
  }

  /** POSTs one message; `jsonrpc` is added. */
  post(message: object, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return this.send('POST', headers, JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  /** Opens a response that continues. @throws Error when it is no event stream */
  async stream(method: 'GET' | 'POST', headers: Record<string, string> = {}, message?: object): Promise<RawStream> {
    const aborting = new AbortController()
    const body = message && JSON.stringify({ jsonrpc: '2.0', ...message })
    const response = await this.#fetch(method, { accept: 'text/event-stream', ...headers }, body, aborting.signal)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      throw new Error(`No stream: ${response.status} ${await response.text()}`)
    }
    const stream = new RawStream(response.body, () => aborting.abort())
    this.#streams.push(stream)
    return stream
  }

  /** Begins a session of the older era; returns the header that names it. */
  async initialize(protocolVersion = '2025-11-25'): Promise<{ 'mcp-session-id': string }> {
    const { headers } = await this.post(initialize(protocolVersion))
    return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' }
  }

  /** Begins a session that is ready. */
  async begin(protocolVersion?: string): Promise<{ 'mcp-session-id': string }> {
    const session = await this.initialize(protocolVersion)
    await this.post({ method: 'notifications/initialized' }, session)
    return session
  }

  /** Closes every stream. */
  close(): void {
    for (const stream of this.#streams.splice(0)) stream.disconnect()
  }

  #fetch(method: string, headers: Record<string, string>, body?: string, signal?: AbortSignal): Promise<Response> {
    const all = { ...this.#always, ...headers }
    return fetch(this.#url, { method, headers: all, ...(body !== undefined && { body }), ...(signal && { signal }) })
  }
}

export const initialize = (protocolVersion = '2025-11-25') => ({
  id: 'begin',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } },
})

export class RawStream {
  readonly disconnect: () => void
  readonly #reader: ReadableStreamDefaultReader<string>
  #unread = ''

  constructor(body: ReadableStream<Uint8Array>, disconnect: () => void) {
    this.#reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
    this.disconnect = disconnect
  }

  /** The next event or comment; undefined when the stream has ended. */
  async next(): Promise<RawEvent | undefined> {
    for (;;) {
      const end = this.#unread.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#unread.slice(0, end)
        this.#unread = this.#unread.slice(end + 2)
        return parseEvent(block)
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#unread += value
    }
  }

  /** The next event that holds a message, and the message. @throws Error when the stream ends before */
  async nextMessage(): Promise<{ readonly id: string; readonly message: RawMessage }> {
    for (;;) {
      const event = await this.next()
      if (!event) throw new Error('The stream has ended.')
      if (event.data) return { id: event.id ?? '', message: JSON.parse(event.data) as RawMessage }
    }
  }
}

function parseEvent(block: string): RawEvent {
  const fields = block.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    return [name === '' ? 'comment' : name, line.slice(colon + 1).trim()]
  })
  return Object.fromEntries(fields)
}

function messageIn(response: Response, text: string): RawMessage | undefined {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return JSON.parse(text) as RawMessage
  const last = text.split('\n').findLast((line) => line.startsWith('data: {'))
  return last ? (JSON.parse(last.slice(6)) as RawMessage) : undefined
}
