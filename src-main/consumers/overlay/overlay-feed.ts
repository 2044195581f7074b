/**
 * Overlay feed: events for the viewers of a stream.
 *
 * Enforces invariant 8: every entry is redacted as a whole before it becomes a card. Enforces invariant 6: read-only.
 */

import type { JsonObject } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { PanicState } from '@shared/approvals/panic.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import type {
  OverlayAppearance,
  OverlayCallState,
  OverlayCard,
  OverlayTopic,
  OverlayUpdate,
} from '@shared/features/overlay.js'
import { RecentMap } from '@shared/recent-map.js'
import { isRunning, type VotesState } from '@shared/streaming/votes.js'
import type { CallEntry, GameEntry, LiveEntry } from '@shared/trail/live.js'
import type { Subscribe } from '../../gateway/ports/emitter.js'
import type { OpenApprovals } from '../../gateway/ports/open-approvals.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { cleanText } from '../../policy/text/untrusted-text.js'

/** Redacts what viewers must not see. */
export type Redact = <T>(value: T) => T

export interface OverlaySources {
  readonly feed: { readonly onDidArrive: Subscribe<LiveEntry> }
  readonly approvals: Pick<OpenApprovals, 'open' | 'onDidOpen' | 'onDidClose'>
  readonly votes: { readonly state: VotesState; readonly onDidChange: Subscribe<VotesState> }
  readonly clock: Pick<Clock, 'now'>
  readonly panic: { readonly state: PanicState; onDidChange(listener: () => void): () => void }
}

/** Connected pages. */
export interface OverlayPages {
  readonly watching: number
  sendToPages(update: OverlayUpdate): void
}

type ShowCard = (topic: OverlayTopic, made: () => OverlayCard | undefined) => void

const longest = { name: 48, message: 160 }

/** Requests whose end may still be shown. */
const maxOpenRequests = 200

export class OverlayFeed {
  readonly #sources: OverlaySources
  readonly #appearance: () => OverlayAppearance
  readonly #redact: Redact
  /** Approval id → its request. */
  readonly #openRequests = new RecentMap<string, OpenApproval>(maxOpenRequests)
  readonly #endings: (() => void)[]

  constructor(sources: OverlaySources, appearance: () => OverlayAppearance, redact: Redact, pages: OverlayPages) {
    this.#sources = sources
    this.#appearance = appearance
    this.#redact = redact
    const sendToPages = (update: OverlayUpdate) => pages.sendToPages(update)
    // No card is made when no page is connected.
    const show: ShowCard = (topic, made) => {
      const card = pages.watching > 0 && this.#appearance().shows.includes(topic) ? made() : undefined
      if (card) sendToPages({ kind: 'card', card })
    }
    for (const approval of sources.approvals.open()) this.#openRequests.set(approval.id, approval)
    this.#endings = [
      sources.approvals.onDidOpen((approval) => {
        this.#openRequests.set(approval.id, approval)
        show('approvals', () => this.#cardOf(approval, 'waiting', true))
      }),
      sources.approvals.onDidClose(({ approvalId, outcome }) => {
        const approval = this.#openRequests.get(approvalId)
        if (approval && outcome === 'approved') show('approvals', () => this.#cardOf(approval, 'running', true))
      }),
      sources.votes.onDidChange(() => sendToPages(this.#voteUpdate())),
      sources.feed.onDidArrive((entry) => this.#arrived(entry, show, sendToPages)),
      sources.panic.onDidChange(() => sendToPages({ kind: 'paused', on: sources.panic.state.on })),
    ]
  }

  /** The first messages to a new page: the vote, and the requests that wait for a person now. */
  now(): OverlayUpdate[] {
    const waiting = this.#appearance().shows.includes('approvals') ? this.#sources.approvals.open() : []
    return [
      { kind: 'paused', on: this.#sources.panic.state.on },
      ...(this.#sources.votes.state.vote ? [this.#voteUpdate()] : []),
      ...waiting.map((approval): OverlayUpdate => ({ kind: 'card', card: this.#cardOf(approval, 'waiting', true) })),
    ]
  }

  close(): void {
    for (const end of this.#endings) end()
  }

  #voteUpdate(): OverlayUpdate {
    const { votes, clock } = this.#sources
    const { vote } = votes.state
    if (!vote) return { kind: 'vote', vote: null }
    const { requestId, question, words, isPoll, yes, no, isFull, endsAt, answer } = vote
    const shown = { card: requestId, question, words: this.#redact(words), isPoll, yes, no, isFull }
    const leftMs = Math.max(0, Date.parse(endsAt) - clock.now().getTime())
    return { kind: 'vote', vote: { ...shown, ...(isRunning(vote) && { leftMs }), ...(answer && { answer }) } }
  }

  #arrived(entry: LiveEntry, show: ShowCard, sendToPages: (update: OverlayUpdate) => void): void {
    if (entry.kind === 'call') {
      const request = [...this.#openRequests.values()].find(({ requestId }) => requestId === entry.requestId)
      if (request) this.#openRequests.delete(request.id)
      const isOver = entry.result === 'done' || entry.result === 'failed'
      const topic = isOver ? (request ? 'approvals' : 'calls') : 'denials'
      if (this.#appearance().shows.includes(topic))
        show(topic, () => this.#cardOf(entry, entry.result, request !== undefined))
      else if (request) sendToPages({ kind: 'gone', id: entry.requestId })
    } else if (entry.kind === 'game') {
      if (entry.eventId === 'player.chat') show('chat', () => this.#chatOf(entry))
      else show('joins', () => this.#playerOf(entry))
    }
  }

  #cardOf(call: OpenApproval | CallEntry, state: OverlayCallState, request: boolean): OverlayCard {
    const redacted = this.#redact(call)
    return {
      kind: 'call',
      id: call.requestId,
      caller: {
        name: cleanText(redacted.caller.name, longest.name),
        ...(ownCaller(call.caller) && { id: call.caller.id }),
      },
      capabilityId: redacted.capabilityId,
      ...('capabilityName' in redacted && { capabilityName: cleanText(redacted.capabilityName, longest.name) }),
      arguments: redacted.arguments,
      state,
      asked: request,
    }
  }

  #playerOf(entry: GameEntry): OverlayCard | undefined {
    if (entry.eventId !== 'player.join' && entry.eventId !== 'player.leave') return undefined
    const redacted = this.#redact(entry)
    const player = nameIn(redacted.data)
    if (player === undefined) return undefined
    const kind = entry.eventId === 'player.join' ? 'join' : 'leave'
    return { kind, id: entry.id, player, server: cleanText(redacted.server.name, longest.name) }
  }

  #chatOf(entry: GameEntry): OverlayCard | undefined {
    const { data } = this.#redact(entry)
    const player = nameIn(data)
    const message = data.message ?? data.text
    if (player === undefined || typeof message !== 'string') return undefined
    return { kind: 'chat', id: entry.id, player, message: cleanText(message, longest.message) }
  }
}

function nameIn(data: JsonObject): string | undefined {
  const player = data.playerName ?? data.player ?? data.name
  const named = typeof player === 'object' && player !== null ? (player as JsonObject).name : player
  return typeof named === 'string' && named !== '' ? cleanText(named, longest.name) : undefined
}
