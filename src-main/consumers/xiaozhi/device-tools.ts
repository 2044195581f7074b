/**
 * Device tools: what a voice device is offered and what its calls are answered. Specification 5, sections 2.3 and 4.2.
 *
 * Everything is said as ordinary text: device services drop the text of a result that is marked as an error. A call that
 * waits for a person is answered at once, and its end is said with a later call. Guards invariant 6: nothing here decides.
 */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Caller, JsonObject } from '../../contract/call.js'
import type { XiaozhiEndpoint, XiaozhiExchange, XiaozhiTool } from '../../contract/xiaozhi.js'
import type { CallReport } from '../../gateway/call-path.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { observedInvoker } from './observed-invoker.js'
import { chosenTools, fittingTools, type ListLimits } from './offered-tools.js'
import { relayedBy, serviceText } from './service-text.js'
import type { ToolFace } from './tool-face.js'
import { bytesOf, fitted, textOf } from './voice-text.js'
import { capabilityName, type VoiceWords, voiceWords } from './voice-words.js'
import { type RequestStanding, WaitingRequests } from './waiting-requests.js'

/** Milliseconds that a device waits for a person, before it gets the text that the request waits. */
export const deviceHoldMs = 2_000

/** No capability has this name: it begins with a verb of Gatehouse's own tools. */
export const outcomeTool = 'get_outcome'

/** Characters of the last answer that the window shows. */
const longestShown = 400

export interface DeviceToolsOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  readonly face: ToolFace
  /** As it is set now. */
  readonly endpoint: () => XiaozhiEndpoint
  readonly limits: () => ListLimits
  /** Without what the device says of itself. */
  readonly caller: Caller
  readonly onExchange: (exchange: XiaozhiExchange) => void
}

export class DeviceTools {
  readonly #options: DeviceToolsOptions
  readonly #waiting: WaitingRequests

  constructor(options: DeviceToolsOptions) {
    this.#options = options
    this.#waiting = new WaitingRequests(options.clock, (id) => options.gateway.approvalOf(id, options.caller))
  }

  /** Requests that wait for a person. */
  get waiting(): number {
    return this.#waiting.count
  }

  /** What the device is sent. */
  list(): readonly Tool[] {
    return [this.#outcomeTool(), ...this.#offered()]
  }

  /** Everything that the owner can choose from. */
  choices(): { readonly choices: readonly XiaozhiTool[]; readonly dropsTools: boolean } {
    const { face, caller, endpoint } = this.#options
    const all = face.list(caller)
    const offered = new Set(this.#offered().map(({ name }) => name))
    const choices = all.map(({ name, title, description, annotations }) => ({
      name,
      title: title ?? name,
      description: cleanText(description ?? '', longestShown),
      isRead: annotations?.readOnlyHint === true,
      isOffered: offered.has(name),
    }))
    return { choices, dropsTools: offered.size < chosenTools(all, endpoint().tools).length }
  }

  async call(name: string, given: JsonObject, signal: AbortSignal): Promise<CallToolResult> {
    const { clock, log, endpoint, onExchange } = this.#options
    const words = voiceWords(endpoint().language)
    const limit = endpoint().resultBytes
    const { text, requestId } = await this.#answer(name, given, signal, words)
    const earlier = this.#earlier(words, requestId, limit)
      .map((end) => `${end}\n`)
      .join('')
    // Each part by itself: of two texts between marks the one that is cut must keep its own end.
    const { text: last, isCut } = fitted(text, limit - bytesOf(earlier), words)
    const voice = { text: earlier + last }
    if (isCut) {
      log.warn('a result was cut for a voice device', { tool: cleanText(name, 64), bytes: bytesOf(text), limit })
    }
    onExchange({
      tool: cleanText(name, 64),
      answer: cleanText(voice.text, longestShown),
      at: clock.now().toISOString(),
    })
    return { content: [{ type: 'text', text: voice.text }] }
  }

  #offered(): readonly Tool[] {
    const { face, caller, endpoint, limits } = this.#options
    const { tools, bytes } = limits()
    const own = bytesOf(JSON.stringify(this.#outcomeTool())) + 1
    return fittingTools(chosenTools(face.list(caller), endpoint().tools), { tools: tools - 1, bytes: bytes - own })
  }

  #outcomeTool(): Tool {
    const words = voiceWords(this.#options.endpoint().language)
    return {
      name: outcomeTool,
      description: `${words('outcomeTitle')}: ${words('outcomeDescription')}`,
      inputSchema: { type: 'object', properties: {}, required: [] },
    }
  }

  async #answer(
    name: string,
    given: JsonObject,
    signal: AbortSignal,
    words: VoiceWords,
  ): Promise<{ readonly text: string; readonly requestId?: string }> {
    if (name === outcomeTool) return { text: this.#standings(words) }
    if (!this.#offered().some((tool) => tool.name === name)) {
      return { text: words('notOffered', { tool: cleanText(name, 64) }) }
    }
    const { gateway, face, caller, endpoint } = this.#options
    let report: CallReport | undefined
    let title = name
    const observed = observedInvoker(gateway, {
      holdMs: deviceHoldMs,
      onWaiting: (approval) => {
        title = capabilityName(endpoint().language, approval.capabilityId, cleanText(approval.capabilityName, 64))
      },
      onReport: (ended) => {
        report = ended
      },
    })
    try {
      const result = await face.call({ name, given, caller, signal, gateway: observed })
      return {
        text: this.#spoken(report, result, title, words),
        ...(report && { requestId: report.requestId }),
      }
    } catch (thrown) {
      if (report && relayedBy(report)) {
        return { text: this.#spoken(report, { content: [] }, title, words), requestId: report.requestId }
      }
      return { text: words('failed', { reason: thrown instanceof Error ? cleanText(thrown.message, 200) : '' }) }
    }
  }

  #spoken(report: CallReport | undefined, result: CallToolResult, title: string, words: VoiceWords): string {
    switch (report?.outcome.kind) {
      case 'pending': {
        this.#waiting.add(report.outcome.approvalId, title)
        return words(report.outcome.stage === 'running' ? 'running' : 'waiting', { what: title })
      }
      case 'denied':
      case 'expired':
      case 'withdrawn':
        return words(report.outcome.kind)
      default: {
        const relayed = report && relayedBy(report)
        return relayed ? serviceText(relayed, words) : textOf(result, words)
      }
    }
  }

  /** Ends that the device has no text of yet: a part of the text each, so that the answer to the call itself has room. */
  #earlier(words: VoiceWords, requestId: string | undefined, limit: number): string[] {
    return this.#waiting
      .takeEnds(requestId)
      .slice(-2)
      .map((end) => fitted(this.#standing(end, words), Math.floor(limit / 4), words).text)
  }

  #standings(words: VoiceWords): string {
    const standings = this.#waiting.standings()
    if (standings.length === 0) return words('nothingWaits')
    // The last request is the one a person asks about.
    return standings
      .reverse()
      .map((one) => this.#standing(one, words))
      .join('\n')
  }

  #standing(standing: RequestStanding, words: VoiceWords): string {
    const { what } = standing
    switch (standing.kind) {
      case 'waiting':
        return words('stillWaiting', { what })
      case 'running':
        return words('running', { what })
      case 'forgotten':
        return words('forgotten', { what })
      case 'ended': {
        const result = this.#options.face.resultOf(standing.report, standing.capabilityId)
        return words('earlier', { what, text: this.#spoken(standing.report, result, what, words) })
      }
    }
  }
}
