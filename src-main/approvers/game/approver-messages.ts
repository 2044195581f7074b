/**
 * Approver messages: what the owner's linked player reads in the game.
 *
 * Enforces invariant 3: a request is shown with every argument, or the player is notified that it waits on the computer.
 * Each message begins with the word that the owner chose, so that no other text passes for one.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { GameApprover } from '@shared/approvals/game-approval.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { shownBySchema } from '../../policy/redaction/schema-redaction.js'
import type { PlayerMessages } from './player-messages.js'
import { callerText, type GameApprovalTextKey, gameApprovalText, requestText } from './request-text.js'

/** Minimum milliseconds between two notices of requests that can't be approved in the game. */
const hintMs = 5_000

export interface Stream {
  readonly on: boolean
  readonly language: AppLanguage
  text(text: string): string
}

export interface ApproverMessagesDependencies {
  readonly messages: PlayerMessages
  readonly registry: Pick<ServerRegistry, 'offerBy'>
  readonly stream: Stream
  readonly clock: Pick<Clock, 'elapsed'>
  readonly approver: () => GameApprover | null
  /** Whether the last message was shown to the player who is still linked. */
  readonly onShown: (isShown: boolean) => void
}

export class ApproverMessages {
  readonly #deps: ApproverMessagesDependencies
  #hintedAt = Number.NEGATIVE_INFINITY

  constructor(deps: ApproverMessagesDependencies) {
    this.#deps = deps
  }

  /** @returns whether the lines were shown to the player */
  async send(lines: readonly string[]): Promise<boolean> {
    const { messages, approver, onShown } = this.#deps
    const to = approver()
    const marked = to?.word === undefined ? lines : lines.map((line) => `(${to.word}) ${line}`)
    const isShown = to !== null && (await messages.send(to, marked))
    const now = approver()
    if (now?.server === to?.server && now?.player === to?.player) onShown(isShown)
    return isShown
  }

  sendText(key: GameApprovalTextKey, values: Readonly<Record<string, string | number>> = {}): Promise<boolean> {
    return this.send([gameApprovalText(this.#deps.stream.language, key, values)])
  }

  /** Notifies the player that a request waits on the computer. */
  hint(approval: OpenApproval): void {
    const { clock, stream } = this.#deps
    if (clock.elapsed() - this.#hintedAt < hintMs) return
    this.#hintedAt = clock.elapsed()
    const caller = callerText(stream.language, approval.caller, (text) => stream.text(text))
    const text = this.sentenceOf(approval, 'onComputer')
    void this.send([text ?? gameApprovalText(stream.language, 'tooLong', { caller })])
  }

  /** Undefined when it does not fit, or may not be read. */
  sentenceOf(approval: OpenApproval, key: 'asks' | 'onComputer'): string | undefined {
    const { registry, stream } = this.#deps
    const schema = registry.offerBy(approval.server.id, approval.capabilityId)?.manifest.parameters
    const given = shownBySchema(schema, approval.arguments)
    return requestText(stream.language, key, { approval, arguments: given, mask: (text) => stream.text(text) })
  }
}
