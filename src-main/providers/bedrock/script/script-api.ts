/**
 * Script API: sends requests to the behavior pack of a game with `scriptevent`, and waits for the responses. See
 * docs/protocol.md#bedrock-script.
 *
 * The reply to `scriptevent` only confirms that it was sent. Every request ends: with a response, a timeout, an abort,
 * or the connection. A request id has 128 random bits, so no player can forge a piece of a response.
 */
import { randomBytes } from 'node:crypto'
import {
  checksumOf,
  parseScriptPiece,
  plainJson,
  type ScriptPiece,
  type ScriptRequest,
  type ScriptResponse,
  scriptEventsRequest,
  scriptNamespace,
} from '@contract/bedrock-script.js'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { isDeeperThan } from '@contract/json/json-depth.js'
import { isObject, parseObject } from '@contract/json/json-object.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { BedrockEvent, BedrockLink, BedrockRunOptions } from '../link.js'

const scriptTimeoutMs = 5_000
/** Short, because a game without the pack never responds. */
const probeTimeoutMs = 2_000
const maxOpen = 16

interface OpenRequest {
  readonly reader: ScriptResponseReader
  readonly end: (outcome: JsonObject | GatewayError) => void
}

export class ScriptApi {
  readonly #link: BedrockLink
  readonly #clock: Clock
  readonly #open = new Map<string, OpenRequest>()
  readonly #onDidReport = new Emitter<JsonObject>()
  /** Id of the channel of reports, and the report that is being assembled. */
  #channel: string | undefined
  #report = new ScriptResponseReader()

  /** The pack reported a script event. The data is untrusted. */
  readonly onDidReport = this.#onDidReport.on

  constructor(link: BedrockLink, clock: Clock) {
    this.#link = link
    this.#clock = clock
    link.onDidReceive((event) => this.#receive(event))
    link.onDidClose(() => {
      for (const { end } of [...this.#open.values()]) end(noResponse())
    })
  }

  /** Whether the world has the pack. */
  async isInstalled(signal: AbortSignal): Promise<boolean> {
    const found = this.call('getWorldInfo', {}, { signal, timeoutMs: probeTimeoutMs })
    return found.then(
      () => true,
      () => false,
    )
  }

  /** @throws GatewayError */
  call(request: ScriptRequest, given: JsonObject, options: BedrockRunOptions = {}): Promise<JsonObject> {
    return this.#call(request, given, randomBytes(16).toString('hex'), options)
  }

  /** Makes the pack report script events to this game. @throws GatewayError */
  async startReports(signal: AbortSignal): Promise<void> {
    const channel = randomBytes(16).toString('hex')
    await this.#call(scriptEventsRequest, {}, channel, { signal })
    this.#channel = channel
  }

  async #call(
    request: ScriptRequest | typeof scriptEventsRequest,
    given: JsonObject,
    id: string,
    { signal, timeoutMs = scriptTimeoutMs }: BedrockRunOptions,
  ): Promise<JsonObject> {
    if (this.#open.size >= maxOpen) throw tooMany()
    const response = this.#responseTo(id, timeoutMs, signal)
    // If sending fails first, this promise is not awaited.
    response.catch(() => {})
    try {
      const line = `scriptevent ${scriptNamespace}:${request} ${plainJson({ requestId: id, ...given })}`
      const reply = await this.#link.run(line, { ...(signal && { signal }), timeoutMs })
      if (reply.statusCode < 0) throw noResponse()
    } catch (thrown) {
      this.#open.get(id)?.end(noResponse())
      throw thrown
    }
    return response
  }

  #responseTo(id: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const end = (outcome: JsonObject | GatewayError) => {
        this.#open.delete(id)
        stop()
        signal?.removeEventListener('abort', abort)
        if (outcome instanceof GatewayError) reject(outcome)
        else resolve(outcome)
      }
      const abort = () => end(noResponse())
      const stop = this.#clock.after(timeoutMs, abort)
      signal?.addEventListener('abort', abort, { once: true })
      this.#open.set(id, { reader: new ScriptResponseReader(), end })
    })
  }

  #receive({ name, body: { message, type } }: BedrockEvent): void {
    if (name !== 'PlayerMessage' || typeof message !== 'string' || type === 'chat') return
    const piece = parseScriptPiece(message)
    if (!piece) return
    if (piece.requestId === this.#channel) this.#addToReport(piece)
    else this.#add(piece)
  }

  /** All reports have the id of the channel; the first piece starts one. */
  #addToReport(piece: ScriptPiece): void {
    if (piece.number === 1) this.#report = new ScriptResponseReader()
    const assembled = this.#report.add(piece)
    if (assembled.kind === 'whole') this.#onDidReport.emit(assembled.data)
  }

  #add(piece: ScriptPiece): void {
    const open = this.#open.get(piece.requestId)
    const assembled = open?.reader.add(piece)
    if (!open || !assembled || assembled.kind === 'more') return
    if (assembled.kind === 'damaged') return open.end(damaged())
    open.end(assembled.statusCode < 0 ? refused(assembled.statusMessage) : assembled.data)
  }
}

/** Marks a failure of the script API, for consumers that name it. */
const details = { api: 'script' } as const

const noResponse = () =>
  new GatewayError('SYSTEM.TIMEOUT', {
    message: 'The Gatehouse pack in the world did not answer.',
    suggestion: 'Check that the behavior pack is active in the world, then connect again.',
    details,
  })

const damaged = () =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The answer of the Gatehouse pack is damaged.',
    details,
  })

const refused = (statusMessage: string) =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'The Gatehouse pack could not read this.',
    details: { ...details, reply: cleanText(statusMessage, 256) },
    hasProviderText: true,
  })

const tooMany = () =>
  new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Too many requests are waiting for the Gatehouse pack.',
    details: { retryAfterMs: 1_000 },
  })

const maxDepth = 12

type Assembled = { readonly kind: 'more' } | { readonly kind: 'damaged' } | ({ readonly kind: 'whole' } & ScriptResult)

interface ScriptResult {
  readonly statusCode: number
  readonly statusMessage: string
  readonly data: JsonObject
}

/**
 * Assembles the pieces that the behavior pack sends. See docs/protocol.md#bedrock-script-answers.
 *
 * Guards invariant 7: only pieces of a pending request count, each number once, up to the maximum of a response.
 *
 * Reads the pieces of one response.
 */
export class ScriptResponseReader {
  readonly #parts = new Map<number, string>()
  #first: ScriptPiece | undefined

  add(piece: ScriptPiece): Assembled {
    this.#first ??= piece
    const { count, checksum, requestId } = this.#first
    if (piece.count !== count || piece.checksum !== checksum) return { kind: 'damaged' }
    if (!this.#parts.has(piece.number)) this.#parts.set(piece.number, piece.data)
    if (this.#parts.size < count) return { kind: 'more' }
    const data = Array.from({ length: count }, (_, at) => this.#parts.get(at + 1)).join('')
    const result = checksumOf(data) === checksum ? resultIn(data, requestId) : undefined
    return result ? { kind: 'whole', ...result } : { kind: 'damaged' }
  }
}

function resultIn(data: string, requestId: string): ScriptResult | undefined {
  const text = Buffer.from(data, 'base64url').toString('utf8')
  if (isDeeperThan(maxDepth, text)) return undefined
  const { body, header } = (parseObject(text) ?? {}) as Partial<ScriptResponse>
  if (header?.requestId !== requestId || typeof body?.statusCode !== 'number') return undefined
  const { statusCode, statusMessage, data: sent } = body
  return typeof statusMessage === 'string' ? { statusCode, statusMessage, data: isObject(sent) ? sent : {} } : undefined
}
