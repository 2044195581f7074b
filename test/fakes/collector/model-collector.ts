/** Model collector: what a collector of OpenTelemetry does with requests of OTLP over HTTP, and what a hostile one does. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decoded, partialResponse, type SignalName } from './otlp-messages.js'

export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

export interface FlatRecord {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly links: number
  /** Of a metric: its values, or the counts of a histogram. */
  readonly values: readonly number[]
}

/** How it answers. `slow` never ends its response. */
export type CollectorMode =
  | { readonly kind: 'accept' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'partial'; readonly rejected: number }
  | { readonly kind: 'slow' }
  | { readonly kind: 'endless' }

// biome-ignore lint/suspicious/noExplicitAny: decoded messages.
type Message = any

export class ModelCollector {
  readonly requests: ReceivedRequest[] = []
  readonly spans: FlatRecord[] = []
  readonly logs: FlatRecord[] = []
  readonly metrics: FlatRecord[] = []
  readonly resources: Readonly<Record<string, unknown>>[] = []
  mode: CollectorMode = { kind: 'accept' }
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #open = new Set<ServerResponse>()
  readonly #waiting: (() => void)[] = []

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const response of this.#open) response.destroy()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** Resolves when the condition holds after a request. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((done) => this.#waiting.push(done))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    this.requests.push({ path: request.url ?? '', headers: request.headers })
    const { mode } = this
    const signal = (request.url ?? '').split('/').at(-1) as SignalName
    if (mode.kind === 'accept' || mode.kind === 'partial') this.#take(signal, Buffer.concat(chunks))
    for (const done of this.#waiting.splice(0)) done()
    response.setHeader('content-type', 'application/x-protobuf')
    if (mode.kind === 'accept') response.end()
    else if (mode.kind === 'partial') response.end(partialResponse(mode.rejected))
    else if (mode.kind === 'status') response.writeHead(mode.status, mode.headers).end()
    else {
      this.#open.add(response)
      response.writeHead(200)
      if (mode.kind === 'slow') response.write('a')
      else sendEndlessly(response)
    }
  }

  #take(signal: SignalName, bytes: Buffer): void {
    const message: Message = decoded(signal, bytes)
    const list = { traces: this.spans, logs: this.logs, metrics: this.metrics }[signal]
    for (const resource of message.resourceSpans ?? message.resourceLogs ?? message.resourceMetrics ?? []) {
      this.resources.push(attributesIn(resource.resource?.attributes))
      for (const scope of resource.scopeSpans ?? resource.scopeLogs ?? resource.scopeMetrics ?? [])
        for (const record of scope.spans ?? scope.logRecords ?? scope.metrics ?? []) list.push(flat(record))
    }
  }
}

function sendEndlessly(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write(Buffer.alloc(64 * 1024), more)
  }
  more()
}

const hex = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString('hex')

function flat(record: Message): FlatRecord {
  const points: Message[] = (record.gauge ?? record.sum ?? record.histogram)?.dataPoints ?? []
  return {
    name: record.name ?? record.eventName ?? '',
    traceId: hex(record.traceId),
    spanId: hex(record.spanId),
    parentSpanId: hex(record.parentSpanId),
    attributes: attributesIn(record.attributes ?? points[0]?.attributes),
    body: valueIn(record.body),
    links: record.links?.length ?? 0,
    values: points.map((point) => Number(point.count ?? point.asInt ?? point.asDouble ?? 0)),
  }
}

const attributesIn = (pairs: Message[] = []): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, valueIn(value)]))

const valueIn = (value: Message): unknown =>
  value?.arrayValue ? value.arrayValue.values.map(valueIn) : Object.values(value ?? {})[0]
