/**
 * Device tools: a voice device's tools and the results of its calls. See docs/protocol.md#xiaozhi-tools.
 *
 * Everything is ordinary text: device services drop the text of an error result. A call that waits for a person returns
 * at once, and its outcome is reported with a later call. Enforces invariant 6: nothing here decides.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { XiaozhiEndpoint, XiaozhiExchange, XiaozhiTool } from '@shared/features/xiaozhi.js'
import type { CallReport } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { observedInvoker } from '../spoken/observed-invoker.js'
import { capabilityName } from '../spoken/own-words.js'
import { bytesOf, endText, firstBytes, fitted, relayedBy } from '../spoken/result-text.js'
import type { ToolCaller } from '../spoken/tool-caller.js'
import { chosenTools, fittingTools, type ToolListLimits } from './offered-tools.js'
import { type VoiceTranslate, voiceTranslator } from './voice-texts.js'
import { type RequestStatus, WaitingRequests } from './waiting-requests.js'

/** Milliseconds that a device waits for a person before it receives a "waiting" text. */
export const deviceWaitMs = 2_000

/** No capability has this name: it starts with a verb of Gatehouse's own tools. */
export const outcomeTool = 'get_outcome'

/** Bytes for the outcome of an earlier request. */
const leastRoom = 127

/** Characters of the last result in the window. */
const maxShownLength = 400

export interface DeviceToolsOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  readonly face: ToolCaller
  /** Current settings. */
  readonly endpoint: () => XiaozhiEndpoint
  readonly limits: () => ToolListLimits
  /** Without the device's own information. */
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

  /** Texts to the device. */
  list(): readonly Tool[] {
    return [this.#outcomeTool(), ...this.#offered()]
  }

  /** All tools the owner can choose from. */
  choices(): { readonly choices: readonly XiaozhiTool[]; readonly dropsTools: boolean } {
    const { face, caller, endpoint } = this.#options
    const all = face.list(caller)
    const offered = new Set(this.#offered().map(({ name }) => name))
    const choices = all.map(({ name, title, description, annotations }) => ({
      name,
      title: title ?? name,
      description: cleanText(description ?? '', maxShownLength),
      isRead: annotations?.readOnlyHint === true,
      isOffered: offered.has(name),
    }))
    return { choices, dropsTools: offered.size < chosenTools(all, endpoint().tools).length }
  }

  async call(name: string, given: JsonObject, signal: AbortSignal): Promise<CallToolResult> {
    const { clock, log, endpoint, onExchange } = this.#options
    const translate = voiceTranslator(endpoint().language)
    const limit = endpoint().resultBytes
    const { text, requestId, isShortened } = await this.#answer(name, given, signal, translate)
    const ends = name === outcomeTool ? [] : this.#earlier(translate, requestId, limit)
    const earlier = ends.map((end) => `${end}\n`).join('')
    // Fitted separately: when one of two fenced texts is cut it must keep its own end mark.
    const { text: last, isCut } = fitted(text, limit - bytesOf(earlier), translate)
    const voice = { text: earlier + last }
    if (isCut || isShortened) {
      const bytes = bytesOf(text)
      log.warn('Result size {bytes} bytes exceeds limit {limit}', { tool: cleanText(name, 64), bytes, limit })
    }
    onExchange({
      tool: cleanText(name, 64),
      answer: cleanText(voice.text, maxShownLength),
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
    const translate = voiceTranslator(this.#options.endpoint().language)
    return {
      name: outcomeTool,
      description: `${translate('outcomeTitle')}: ${translate('outcomeDescription')}`,
      inputSchema: { type: 'object', properties: {}, required: [] },
    }
  }

  async #answer(
    name: string,
    given: JsonObject,
    signal: AbortSignal,
    translate: VoiceTranslate,
  ): Promise<{ readonly text: string; readonly requestId?: string; readonly isShortened?: boolean }> {
    const { gateway, face, caller, endpoint } = this.#options
    if (name === outcomeTool) return this.#standings(translate, endpoint().resultBytes)
    if (!this.#offered().some((tool) => tool.name === name)) {
      return { text: translate('notOffered', { tool: cleanText(name, 64) }) }
    }
    let report: CallReport | undefined
    let title = name
    const observed = observedInvoker(gateway, {
      terms: { maxWaitMs: deviceWaitMs },
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
        text: this.#textFor(report, result, title, translate),
        ...(report && { requestId: report.requestId }),
      }
    } catch (thrown) {
      if (report && relayedBy(report)) {
        return { text: this.#textFor(report, { content: [] }, title, translate), requestId: report.requestId }
      }
      return { text: translate('failed', { reason: thrown instanceof Error ? cleanText(thrown.message, 200) : '' }) }
    }
  }

  #textFor(report: CallReport | undefined, result: CallToolResult, title: string, translate: VoiceTranslate): string {
    if (report?.outcome.kind !== 'pending') return endText(report, result, translate)
    this.#waiting.add(report.outcome.approvalId, title)
    return translate(report.outcome.stage === 'running' ? 'running' : 'waiting', { what: title })
  }

  /** Outcomes not reported yet: at most half of the text, so that the call's own result has room. */
  #earlier(translate: VoiceTranslate, requestId: string | undefined, limit: number): string[] {
    const most = limit >= 8 * leastRoom ? 2 : 1
    const room = Math.floor(limit / 2 / most) - 1
    return this.#waiting
      .takeEnds(requestId, most)
      .map((end) => fitted(this.#statusText(end, translate, room), room, translate).text)
  }

  /** The last request is the most relevant. Each is fitted by itself; those without room are reported later. */
  #standings(translate: VoiceTranslate, limit: number): { readonly text: string; readonly isShortened: boolean } {
    const requestStatuses = this.#waiting.requestStatuses().reverse()
    if (requestStatuses.length === 0) return { text: translate('nothingWaits'), isShortened: false }
    const said: string[] = []
    let room = limit
    let isShortened = false
    for (const status of requestStatuses) {
      const whole = this.#statusText(status, translate, room)
      if (said.length > 0 && room < Math.min(bytesOf(whole), leastRoom)) break
      const { text, isCut } = fitted(whole, room, translate)
      isShortened ||= isCut
      said.push(text)
      this.#waiting.markReported(status)
      room -= bytesOf(text) + 1
    }
    return { text: said.join('\n'), isShortened }
  }

  /** @param room bytes for it: a long name leaves room for the outcome */
  #statusText(status: RequestStatus, translate: VoiceTranslate, room: number): string {
    const name = firstBytes(status.what, Math.max(28, Math.floor(room / 8)))
    const what = name === status.what ? name : `${name}…`
    switch (status.kind) {
      case 'waiting':
        return translate('stillWaiting', { what })
      case 'running':
        return translate('running', { what })
      case 'forgotten':
        return translate('forgotten', { what })
      case 'ended': {
        const result = this.#options.face.resultOf(status.report, status.capabilityId)
        return translate('earlier', { what, text: this.#textFor(status.report, result, status.what, translate) })
      }
    }
  }
}
