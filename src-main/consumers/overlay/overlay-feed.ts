/**
 * Overlay feed: what happens, as who watches a stream may see it.
 *
 * Guards invariant 8: every entry is covered whole before a card is made of it, by what its members are. Guards
 * invariant 6: it only looks on.
 */
import type { OpenApproval } from '../../contract/approval.js'
import type { JsonObject } from '../../contract/call.js'
import type { CallEntry, GameEntry, LiveEntry } from '../../contract/live.js'
import type { OverlayCallState, OverlayCard, OverlayLook, OverlayNews, OverlayTopic } from '../../contract/overlay.js'
import { ownCaller } from '../../contract/own-callers.js'
import type { PanicState } from '../../contract/panic.js'
import type { Approvals } from '../../gateway/approvals.js'
import type { LiveFeed } from '../../gateway/live-feed.js'
import { cleanText } from '../../policy/untrusted-text.js'

/** Covers what a viewer must not see. */
export type Cover = <T>(value: T) => T

export interface OverlaySources {
  readonly feed: Pick<LiveFeed, 'onDidArrive'>
  readonly approvals: Pick<Approvals, 'open' | 'onDidOpen' | 'onDidClose'>
  readonly panic: { readonly state: PanicState; onDidChange(listener: () => void): () => void }
}

/** Pages that look on. */
export interface OverlayPages {
  readonly watching: number
  tell(news: OverlayNews): void
}

type Show = (topic: OverlayTopic, made: () => OverlayCard | undefined) => void

const longest = { name: 48, message: 160 }

/** Questions whose end somebody may still wait for. */
const mostAsked = 200

export class OverlayFeed {
  readonly #sources: OverlaySources
  readonly #look: () => OverlayLook
  readonly #cover: Cover
  /** Approval id → its question. */
  readonly #asked = new Map<string, OpenApproval>()
  readonly #endings: (() => void)[]

  constructor(sources: OverlaySources, look: () => OverlayLook, cover: Cover, pages: OverlayPages) {
    this.#sources = sources
    this.#look = look
    this.#cover = cover
    const tell = (news: OverlayNews) => pages.tell(news)
    // A card that nobody would see is not made.
    const show: Show = (topic, made) => {
      const card = pages.watching > 0 && this.#look().shows.includes(topic) ? made() : undefined
      if (card) tell({ kind: 'card', card })
    }
    for (const approval of sources.approvals.open()) this.#remember(approval)
    this.#endings = [
      sources.approvals.onDidOpen((approval) => {
        this.#remember(approval)
        show('approvals', () => this.#cardOf(approval, 'waiting', true))
      }),
      sources.approvals.onDidClose(({ approvalId, outcome }) => {
        const approval = this.#asked.get(approvalId)
        if (approval && outcome === 'approved') show('approvals', () => this.#cardOf(approval, 'running', true))
      }),
      sources.feed.onDidArrive((entry) => this.#arrived(entry, show, tell)),
      sources.panic.onDidChange(() => tell({ kind: 'paused', on: sources.panic.state.on })),
    ]
  }

  /** What a page that comes later is told first: what waits for a person now. */
  now(): OverlayNews[] {
    const waiting = this.#look().shows.includes('approvals') ? this.#sources.approvals.open() : []
    return [
      { kind: 'paused', on: this.#sources.panic.state.on },
      ...waiting.map((approval): OverlayNews => ({ kind: 'card', card: this.#cardOf(approval, 'waiting', true) })),
    ]
  }

  close(): void {
    for (const end of this.#endings) end()
  }

  #remember(approval: OpenApproval): void {
    const [oldest] = this.#asked.keys()
    if (this.#asked.size >= mostAsked && oldest !== undefined) this.#asked.delete(oldest)
    this.#asked.set(approval.id, approval)
  }

  #arrived(entry: LiveEntry, show: Show, tell: (news: OverlayNews) => void): void {
    if (entry.kind === 'call') {
      const asked = [...this.#asked.values()].find(({ requestId }) => requestId === entry.requestId)
      if (asked) this.#asked.delete(asked.id)
      const isOver = entry.result === 'done' || entry.result === 'failed'
      const topic = isOver ? (asked ? 'approvals' : 'calls') : 'denials'
      if (this.#look().shows.includes(topic)) show(topic, () => this.#cardOf(entry, entry.result, asked !== undefined))
      else if (asked) tell({ kind: 'gone', id: entry.requestId })
    } else if (entry.kind === 'game') {
      if (entry.eventId === 'player.chat') show('chat', () => this.#chatOf(entry))
      else show('joins', () => this.#playerOf(entry))
    }
  }

  #cardOf(call: OpenApproval | CallEntry, state: OverlayCallState, asked: boolean): OverlayCard {
    const covered = this.#cover(call)
    return {
      kind: 'call',
      id: call.requestId,
      caller: {
        name: cleanText(covered.caller.name, longest.name),
        ...(ownCaller(call.caller) && { id: call.caller.id }),
      },
      capabilityId: covered.capabilityId,
      ...('capabilityName' in covered && { capabilityName: cleanText(covered.capabilityName, longest.name) }),
      arguments: covered.arguments,
      state,
      asked,
    }
  }

  #playerOf(entry: GameEntry): OverlayCard | undefined {
    if (entry.eventId !== 'player.join' && entry.eventId !== 'player.leave') return undefined
    const covered = this.#cover(entry)
    const player = nameIn(covered.data)
    if (player === undefined) return undefined
    const kind = entry.eventId === 'player.join' ? 'join' : 'leave'
    return { kind, id: entry.id, player, server: cleanText(covered.server.name, longest.name) }
  }

  #chatOf(entry: GameEntry): OverlayCard | undefined {
    const { data } = this.#cover(entry)
    const player = nameIn(data)
    const message = data.message ?? data.text
    if (player === undefined || typeof message !== 'string') return undefined
    return { kind: 'chat', id: entry.id, player, message: cleanText(message, longest.message) }
  }
}

function nameIn(data: JsonObject): string | undefined {
  const player = data.playerName ?? data.player ?? data.name
  const told = typeof player === 'object' && player !== null ? (player as JsonObject).name : player
  return typeof told === 'string' && told !== '' ? cleanText(told, longest.name) : undefined
}
