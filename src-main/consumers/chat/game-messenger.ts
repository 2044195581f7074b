/**
 * Game messenger: sends lines to players in order, through the gateway like every call.
 *
 * Enforces invariant 5: text is sent as a message, never as a command, and our own lines are not processed as players'
 * lines.
 * Enforces invariant 7: the queue for a slow server is bounded.
 */

import { setMaxListeners } from 'node:events'
import type { Caller } from '@contract/call.js'
import { chatSenderId } from '@shared/features/chat.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { raisedByRules } from '../../policy/risk/risk-raising.js'
import { riskRules } from '../../policy/risk/risk-rules.js'
import { imitationIn } from '../../policy/text/imitation.js'
import { plainName } from '../../policy/text/untrusted-text.js'
import { gameText } from './game-text.js'

/** Maximum queued lines of one player. */
const maxWaiting = 60
/** Recent lines of ours per server, to recognise them in the chat. */
const maxRemembered = 256
/** Maximum milliseconds a line waits for a rate limit; then it is dropped. */
const maxWaitMs = 30_000

const broadcast = 'chat.broadcast'
/** Capability id for private messages, by kind of server. */
const privateMessage = /^ext\.[a-z0-9]{1,32}\.message\.send$/u

export interface MessageRecipient {
  readonly serverId: string
  readonly player: string
  /** Separates the rate limits of players. */
  readonly key: string
}

/** `player`: privately where the server can. `player-only`: not at all where it cannot. */
export type MessageAudience = 'player' | 'player-only' | 'everybody'

interface QueuedLine {
  readonly text: string
  readonly to: MessageAudience
}

export interface GameMessengerDependencies {
  readonly gateway: Pick<Invoker, 'invoke' | 'registry'>
  readonly clock: Clock
  readonly log: Log
  readonly language: () => AppLanguage
}

export class GameMessenger {
  readonly #deps: GameMessengerDependencies
  readonly #waiting = new Map<string, { readonly lines: QueuedLine[] }>()
  readonly #sent = new Map<string, Set<string>>()
  readonly #closing = new AbortController()

  constructor(deps: GameMessengerDependencies) {
    this.#deps = deps
    setMaxListeners(0, this.#closing.signal)
  }

  send(listener: MessageRecipient, text: string, to: MessageAudience = 'player'): void {
    if (this.#closing.signal.aborted) return
    const queue = this.#waiting.get(listener.key)
    if (queue) {
      if (queue.lines.length < maxWaiting) queue.lines.push({ text, to })
      return
    }
    const started = { lines: [{ text, to }] }
    this.#waiting.set(listener.key, started)
    void this.#drain(listener, started.lines)
  }

  /** Drops a player's queue. */
  silence(key: string): void {
    this.#waiting.get(key)?.lines.splice(0)
  }

  /** Whether a chat line is one of ours. */
  isEcho(serverId: string, message: string): boolean {
    const sent = this.#sent.get(serverId)
    if (!sent || sent.size === 0) return false
    return sent.has(message) || sent.has(withoutSign(message))
  }

  close(): void {
    this.#closing.abort()
    this.#waiting.clear()
  }

  async #drain(listener: MessageRecipient, lines: QueuedLine[]): Promise<void> {
    for (let line = lines.shift(); line; line = lines.shift()) await this.#send(listener, line)
    this.#waiting.delete(listener.key)
  }

  async #send({ serverId, player, key }: MessageRecipient, { text, to }: QueuedLine): Promise<void> {
    const { gateway, clock, log, language } = this.#deps
    const offered = gateway.registry.servers().find(({ id }) => id === serverId)?.capabilities ?? []
    const direct = to === 'everybody' ? undefined : offered.find(({ id }) => privateMessage.test(id))
    if (!direct && to === 'player-only') return
    const capabilityId = direct?.id ?? broadcast
    const plain = withoutSlashes(text)
    const line = isRisky(capabilityId, plain) ? gameText(language(), 'leftOut') : plain
    const message = direct ? line : `[AI → ${plainName(player, 32)}] ${line}`
    this.#remember(serverId, message)
    const caller: Caller = { type: 'model', id: chatSenderId(key), name: 'AI in chat' }
    for (let isAgain = false; ; isAgain = true) {
      const { outcome } = await gateway.invoke({
        capabilityId,
        server: serverId,
        arguments: direct ? { playerName: player, message } : { message },
        caller,
        signal: this.#closing.signal,
      })
      if (outcome.kind !== 'failed') return
      const { code, details } = outcome.error
      const wait = code === 'SYSTEM.RATE_LIMITED' ? Number(details?.retryAfterMs) : Number.NaN
      if (isAgain || !(wait > 0 && wait <= maxWaitMs)) {
        log.warn('a chat line was not sent', { server: serverId, code })
        return
      }
      await new Promise<void>((resolve) => {
        const { signal } = this.#closing
        const end = (): void => {
          cancel()
          signal.removeEventListener('abort', end)
          resolve()
        }
        const cancel = clock.after(wait, end)
        signal.addEventListener('abort', end, { once: true })
      })
    }
  }

  #remember(serverId: string, message: string): void {
    const sent = this.#sent.get(serverId) ?? new Set<string>()
    this.#sent.set(serverId, sent)
    sent.delete(message)
    sent.add(message)
    if (sent.size > maxRemembered) sent.delete(sent.values().next().value ?? message)
  }
}

/** Providers prefix the AI's lines. */
const withoutSign = (message: string): string => (message.startsWith('[AI] ') ? message.slice(5) : message)

/** A player could copy a command out of the chat. */
const withoutSlashes = (text: string): string => text.replace(/(^|\s)\/+(?=\S)/gu, '$1')

/** A line that would need approval, such as one with a link, or that imitates Gatehouse is dropped. */
const isRisky = (capabilityId: string, message: string): boolean =>
  imitationIn(message) !== undefined ||
  raisedByRules({ capabilityId, type: 'action', arguments: { message } }, riskRules).length > 0
