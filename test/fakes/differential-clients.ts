/** Clients of both SDKs that record everything they are sent, to compare a server reached directly with the same behind Gatehouse. */
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResultSchema,
} from '@modelcontextprotocol/sdk/types.js'

export interface RecordedCall {
  /** The result, or the error that came instead. */
  readonly ended: unknown
  /** What came before, in order. */
  readonly before: readonly unknown[]
}

export interface RecordingClient {
  request(method: string, params?: Record<string, unknown>): Promise<RecordedCall>
  close(): Promise<void>
}

export type ServerTarget =
  | { readonly kind: 'direct'; readonly command: string; readonly args: string[] }
  | { readonly kind: 'http'; readonly url: URL; readonly token: string }

const capabilities = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } }
const info = { name: 'differential', version: '1.0.0' }

/** What the person, the model and the disk of the client say. */
const responses = {
  elicitation: { action: 'accept', content: { name: 'Ada', check: true } },
  sampling: { role: 'assistant', model: 'a-model', stopReason: 'endTurn', content: { type: 'text', text: 'Paris.' } },
  roots: { roots: [{ uri: 'file:///srv/world', name: 'The world' }] },
} as const

class Recorder {
  #before: unknown[] = []

  note(what: string, value: unknown): void {
    this.#before.push({ what, value: plain(value) })
  }

  async record(run: () => Promise<unknown>): Promise<RecordedCall> {
    this.#before = []
    const ended = await run().then(plain, (thrown: { code?: unknown; message?: unknown; data?: unknown }) => ({
      error: { code: thrown.code, message: thrown.message, data: plain(thrown.data) },
    }))
    return { ended, before: this.#before }
  }
}

/** Without what JSON does not carry. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const auth = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

export async function oldClient(where: ServerTarget): Promise<RecordingClient> {
  const recorder = new Recorder()
  const client = new OldClient(info, { capabilities })
  const answer = (what: keyof typeof responses) => async (request: { params?: unknown }) => {
    recorder.note(what, request.params)
    return responses[what]
  }
  client.setRequestHandler(ElicitRequestSchema, answer('elicitation') as never)
  client.setRequestHandler(CreateMessageRequestSchema, answer('sampling') as never)
  client.setRequestHandler(ListRootsRequestSchema, answer('roots') as never)
  client.fallbackNotificationHandler = async ({ method, params }) => recorder.note(method, params)
  const transport =
    where.kind === 'direct' ? new OldStdio({ ...where, stderr: 'ignore' }) : new OldHttp(where.url, auth(where.token))
  await client.connect(transport as Transport)
  return {
    request: (method, params = {}) =>
      recorder.record(() =>
        client.request({ method, params } as never, ResultSchema, {
          onprogress: (progress) => recorder.note('progress', progress),
        }),
      ),
    close: () => client.close(),
  }
}

const loose = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const

/** @param revision that it insists on; what the server speaks when left out */
export async function newClient(where: ServerTarget, revision?: string): Promise<RecordingClient> {
  const recorder = new Recorder()
  const client = new NewClient(info, {
    capabilities,
    ...(revision !== undefined && { versionNegotiation: { mode: { pin: revision } } }),
  })
  const answer = (what: keyof typeof responses) => async (request: { params?: unknown }) => {
    recorder.note(what, request.params)
    return responses[what]
  }
  client.setRequestHandler('elicitation/create', answer('elicitation') as never)
  client.setRequestHandler('sampling/createMessage', answer('sampling') as never)
  client.setRequestHandler('roots/list', answer('roots') as never)
  client.fallbackNotificationHandler = async ({ method, params }) => recorder.note(method, params)
  await client.connect(
    where.kind === 'direct' ? new NewStdio({ ...where, stderr: 'ignore' }) : new NewHttp(where.url, auth(where.token)),
  )
  return {
    request: (method, params = {}) =>
      recorder.record(() =>
        client.request({ method, params }, loose, { onprogress: (progress) => recorder.note('progress', progress) }),
      ),
    close: () => client.close(),
  }
}
