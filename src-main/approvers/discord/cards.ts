/**
 * Cards: a message in the channel for each open request, which follows the request until it ends.
 *
 * Guards invariant 6: a button has an unguessable id, which counts only on the message it was made for and while its
 * request is open. Guards against silence and doubles: a card that could not be sent is tried again with the same nonce,
 * and the newest state of a request is what its card shows in the end.
 */
import { randomBytes } from 'node:crypto'
import type { ApprovalId, Decision, OpenApproval } from '@shared/approvals/approval.js'
import type { ApprovalResolution } from '../../gateway/ports/open-approvals.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { newNonce, RefusedMessage } from './discord-connection.js'
import {
  type CardParts,
  type DiscordWords,
  endedCardText,
  movedCardText,
  openCardText,
  wordsIn,
} from './discord-text.js'
import type { DiscordMessage } from './discord-wire.js'

/** What a button does. */
export type CardAct = Decision | 'pause'

/** Milliseconds between two attempts to send a card. */
const retryMs = 5_000
/** Attempts for a card whose request has ended. */
const maxLateAttempts = 20

export interface CardsDependencies {
  readonly channel: string
  readonly connection: {
    post(channel: string, message: DiscordMessage, nonce: string): Promise<string>
    edit(channel: string, id: string, message: DiscordMessage): Promise<void>
  }
  /** Undefined when it cannot be approved here. */
  readonly partsOf: (approval: OpenApproval) => {
    readonly parts: CardParts
    readonly why: keyof DiscordWords['why'] | undefined
  }
  /** A card was posted: whoever may answer can read it from now on. */
  readonly onPosted: (id: ApprovalId) => void
  /** Discord refused a card for good. */
  readonly onRefused: () => void
  readonly clock: Clock
  readonly log: Log
}

interface Card {
  approval: OpenApproval
  readonly nonce: string
  readonly buttons: ReadonlyMap<string, CardAct>
  messageId?: string
  /** The last content that Discord is known to have. */
  sent?: string
  end?: { readonly resolution: ApprovalResolution; readonly at: Date } | 'moved'
  isSending: boolean
  /** How often Discord was asked to post it. */
  posts: number
  lateAttempts: number
  isGivenUp: boolean
}

export interface PressedButton {
  readonly approvalId: ApprovalId
  readonly act: CardAct
}

export class Cards {
  readonly #deps: CardsDependencies
  readonly #cards = new Map<ApprovalId, Card>()
  #onSettled: (() => void)[] = []
  #isStopped = false

  constructor(deps: CardsDependencies) {
    this.#deps = deps
  }

  /** Requests whose card can be read. */
  get posted(): readonly ApprovalId[] {
    return [...this.#cards].flatMap(([id, card]) => (card.messageId !== undefined && !card.end ? [id] : []))
  }

  /** Shows a request, or what has changed about it. */
  show(approval: OpenApproval): void {
    const known = this.#cards.get(approval.id)
    if (known) {
      if (known.end) return
      known.approval = approval
      return void this.#send(known)
    }
    const acts: readonly CardAct[] = ['approve', 'deny', 'pause']
    const buttons = new Map(acts.map((act) => [randomBytes(24).toString('base64url'), act]))
    const card: Card = {
      approval,
      nonce: newNonce(),
      buttons,
      isSending: false,
      posts: 0,
      lateAttempts: 0,
      isGivenUp: false,
    }
    this.#cards.set(approval.id, card)
    void this.#send(card)
  }

  end(resolution: ApprovalResolution): void {
    const card = this.#cards.get(resolution.approvalId)
    if (!card || card.end) return
    card.end = { resolution, at: this.#deps.clock.now() }
    void this.#send(card)
  }

  /** The cards of open requests lose their buttons: the channel is not used any more. */
  retire(): void {
    for (const card of this.#cards.values()) {
      card.end ??= 'moved'
      void this.#send(card)
    }
  }

  /** The button with this id on this message; undefined when there is none, or its request is over. */
  pressed(customId: string, messageId: string): PressedButton | undefined {
    for (const [approvalId, card] of this.#cards) {
      const act = card.buttons.get(customId)
      if (act === undefined) continue
      return card.messageId === messageId && !card.end ? { approvalId, act } : undefined
    }
    return undefined
  }

  /** Resolves when every card is as it should be, or was given up. */
  settled(): Promise<void> {
    if (![...this.#cards.values()].some((card) => card.isSending)) return Promise.resolve()
    return new Promise((resolve) => this.#onSettled.push(resolve))
  }

  stop(): void {
    this.#isStopped = true
    this.#cards.clear()
    this.#notifySettled()
  }

  async #send(card: Card): Promise<void> {
    if (card.isSending) return
    card.isSending = true
    try {
      while (!this.#isStopped && this.#isDue(card)) await this.#sendOnce(card)
    } finally {
      card.isSending = false
      if (card.end) this.#cards.delete(card.approval.id)
      this.#notifySettled()
    }
  }

  /** A request that ended before anybody saw its card needs none. */
  #isDue(card: Card): boolean {
    if (card.isGivenUp || (card.end && card.posts === 0)) return false
    return this.#messageOf(card).key !== card.sent
  }

  async #sendOnce(card: Card): Promise<void> {
    const { channel, connection, clock, log, onPosted, onRefused } = this.#deps
    const { message, key } = this.#messageOf(card)
    try {
      if (card.messageId === undefined) {
        card.posts += 1
        card.messageId = await connection.post(channel, message, card.nonce)
        // A later attempt may have found the message of an earlier one, with other content.
        if (card.posts === 1) card.sent = key
        if (!this.#isStopped && !card.end) onPosted(card.approval.id)
      } else {
        await connection.edit(channel, card.messageId, message)
        card.sent = key
      }
    } catch (error) {
      if (error instanceof RefusedMessage) {
        log.warn('Discord refused a card', { error: error.message })
        card.end ??= 'moved'
        card.isGivenUp = true
        return onRefused()
      }
      log.info('a card could not be sent to Discord', { error: error instanceof Error ? error.message : 'unknown' })
      if (card.end) card.lateAttempts += 1
      card.isGivenUp = card.lateAttempts >= maxLateAttempts
      await new Promise<void>((resolve) => void clock.after(retryMs, resolve))
    }
  }

  #messageOf(card: Card): { readonly message: DiscordMessage; readonly key: string } {
    const { parts, why } = this.#deps.partsOf(card.approval)
    const content = this.#contentOf(card, parts, why)
    const { approve, deny, pause } = wordsIn(parts.language)
    const labels = { approve, deny, pause }
    const tones = { approve: 'go', deny: 'stop', pause: 'plain' } as const
    const buttons =
      card.end || why !== undefined
        ? []
        : [...card.buttons].map(([customId, act]) => ({ customId, label: labels[act], tone: tones[act] }))
    return { message: { content, buttons }, key: JSON.stringify([content, buttons.length]) }
  }

  #contentOf(card: Card, parts: CardParts, why: keyof DiscordWords['why'] | undefined): string {
    if (card.end === 'moved') return movedCardText(parts)
    return card.end ? endedCardText(parts, card.end.resolution, card.end.at) : openCardText(parts, why)
  }

  #notifySettled(): void {
    if ([...this.#cards.values()].some((card) => card.isSending)) return
    const waiting = this.#onSettled
    this.#onSettled = []
    for (const resolve of waiting) resolve()
  }
}
