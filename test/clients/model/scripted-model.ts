/**
 * Scripted model: what an AI client talks to instead of a model, on loopback.
 *
 * It calls the tools of its script in order, and keeps every request, so that a test sees exactly what a model reads.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { UnexpectedBehaviour } from '../observation.js'
import { anthropicMessages } from './anthropic-messages.js'
import { gemini } from './gemini.js'
import { openaiChat } from './openai-chat.js'
import { openaiResponses } from './openai-responses.js'
import { asJson, type Json, type ModelApi, type ModelReply, type Prompt, type Turn } from './turn.js'

const apis: readonly ModelApi[] = [anthropicMessages, openaiChat, openaiResponses, gemini]

/** One call of the script. `tool` is Gatehouse's name, without the client's prefix. */
export interface ScriptedCall {
  readonly tool: string
  readonly arguments?: Readonly<Record<string, unknown>> | ((results: readonly string[]) => Record<string, unknown>)
  /** Done before the model makes the call. */
  readonly before?: () => Promise<unknown>
}

export interface RecordedRequest {
  readonly path: string
  readonly body: Json
  readonly prompt: Prompt
}

/** The text with which the script ends. */
export const lastWords = 'The script is done.'

/** Clients put the name of the server before the name of a tool. */
const isNamed = (offered: string, tool: string): boolean =>
  offered === tool || offered.endsWith(`_${tool}`) || offered.endsWith(`-${tool}`)

/** Of one script; the model stops searching a tool then. */
const maxRequests = 60
const searchPauseMs = 500

export class ScriptedModel {
  readonly #server = createServer((request, response) => {
    this.#respond(request)
      .catch((error): ModelReply => {
        this.failures.push(error as Error)
        return asJson({ error: { message: String(error), type: 'invalid_request_error' } })
      })
      .then(({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body))
  })
  #script: readonly ScriptedCall[] = []
  #sent = 0
  #begun = 0
  /** Requests that offered a tool, since the script began. */
  readonly requests: RecordedRequest[] = []
  readonly failures: Error[] = []
  /** Requests of unknown kinds, for example for lists of models. */
  readonly unknown: string[] = []

  /** Starts to listen. */
  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** `http://127.0.0.1:PORT` */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The calls that the model makes in the next conversation. */
  play(script: readonly ScriptedCall[]): void {
    this.#script = script
    this.#begun = 0
    this.requests.length = 0
    this.failures.length = 0
  }

  /** What the model read last: the results of the calls so far. */
  get results(): readonly string[] {
    return this.requests.at(-1)?.prompt.results ?? []
  }

  async #respond(request: IncomingMessage): Promise<ModelReply> {
    const path = new URL(request.url ?? '/', 'http://model').pathname
    const api = apis.find(({ matches }) => matches(path))
    if (!api || request.method !== 'POST') return this.#other(`${request.method} ${path}`)
    const body: Json = await json(request)
    const prompt = api.promptOf(body)
    const turn = prompt.tools.length === 0 ? { text: lastWords } : await this.#turn(path, body, prompt)
    this.#sent += 1
    return api.reply(turn, { path, body, id: `gh${this.#sent}` })
  }

  async #turn(path: string, body: Json, prompt: Prompt): Promise<Turn> {
    this.requests.push({ path, body, prompt })
    const call = this.#script[prompt.results.length]
    if (!call) return { text: lastWords }
    const tool = prompt.tools.find(({ name }) => isNamed(name, call.tool))
    if (!tool && prompt.search && this.requests.length < maxRequests) {
      // The client connects to its servers while the model works already.
      if (this.requests.length > 1) await pause(searchPauseMs)
      return prompt.search(call.tool)
    }
    const deferred = prompt.deferred?.find(({ name }) => isNamed(name, call.tool))
    if (!tool && !(deferred && prompt.through)) {
      const offered = prompt.tools.map(({ name }) => name).join()
      throw new UnexpectedBehaviour('It must offer the tool.', `The client does not offer ${call.tool}: ${offered}`)
    }
    if (this.#begun === prompt.results.length) {
      this.#begun += 1
      await call.before?.()
    }
    const given = (typeof call.arguments === 'function' ? call.arguments(prompt.results) : call.arguments) ?? {}
    if (tool) return { tool, arguments: given }
    return prompt.through?.(deferred?.name ?? call.tool, given) ?? { text: lastWords }
  }

  #other(what: string): ModelReply {
    this.unknown.push(what)
    return asJson({ object: 'list', data: [{ id: 'scripted', object: 'model', owned_by: 'gatehouse' }] })
  }
}
