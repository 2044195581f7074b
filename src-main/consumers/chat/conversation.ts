/**
 * Conversation: the messages of one player and the AI, for the model and the window.
 *
 * Enforces invariant 7: entries, the model's memory and the lines for `#more` are bounded. Nothing is written to disk.
 */
import { randomUUID } from 'node:crypto'
import type { ChatEntry, ChatToolUse } from '@shared/features/chat.js'
import type { ModelMessage } from 'ai'
import { cleanText } from '../../policy/text/untrusted-text.js'

const maxEntries = 100
/** Characters of JSON in the model's memory. */
const maxMemoryLength = 24_000
/** Maximum lines waiting for `#more`. */
const maxMore = 60
/** Maximum characters of an entry in the window. */
const maxEntryLength = 4_000
const maxTools = 24

export interface ConversationTurn {
  readonly id: string
  readonly serverId: string
  readonly player: string
  /** Of the account, where the server proves it. */
  readonly uuid: string | undefined
}

export class Conversation implements ConversationTurn {
  readonly id: string
  readonly serverId: string
  readonly player: string
  readonly uuid: string | undefined
  /** Caller's id; a conversation has no link to the next one. */
  sessionId = randomUUID() as string
  entries: readonly ChatEntry[] = []
  more: readonly string[] = []
  /** Cancels the answer in progress. */
  running: AbortController | undefined
  #messages: readonly ModelMessage[] = []
  #nextEntry = 1

  constructor({ id, serverId, player, uuid }: ConversationTurn) {
    this.id = id
    this.serverId = serverId
    this.player = player
    this.uuid = uuid
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages
  }

  /** Keeps the newest exchanges that fit; the oldest kept message is always a question. */
  remember(messages: readonly ModelMessage[]): void {
    const kept = [...this.#messages, ...messages]
    let from = 0
    let size = JSON.stringify(kept).length
    while (from < kept.length && (size > maxMemoryLength || kept[from]?.role !== 'user')) {
      size -= JSON.stringify(kept[from]).length + 1
      from += 1
    }
    this.#messages = kept.slice(from)
  }

  /** Starts over; the window's entries stay. */
  forget(): void {
    this.#messages = []
    this.more = []
    this.sessionId = randomUUID()
  }

  keepMore(lines: readonly string[]): void {
    this.more = [...this.more, ...lines].slice(0, maxMore)
  }

  /** @returns the id of the entry */
  add(from: ChatEntry['from'], text: string, at: Date): number {
    const id = this.#nextEntry
    this.#nextEntry += 1
    const entry = { id, at: at.toISOString(), from, text: cleanText(text, maxEntryLength), tools: [] }
    this.entries = [...this.entries, entry].slice(-maxEntries)
    return id
  }

  change(id: number, change: (entry: ChatEntry) => Partial<ChatEntry>): void {
    this.entries = this.entries.map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry))
  }

  addText(id: number, text: string): void {
    this.change(id, (entry) => ({ text: cleanText(entry.text + text, maxEntryLength) }))
  }

  /** @param uses tool calls of the answer, in the order they started */
  setTools(id: number, uses: readonly ChatToolUse[]): void {
    this.change(id, () => ({ tools: uses.slice(0, maxTools) }))
  }

  get isWaiting(): boolean {
    return this.entries.at(-1)?.tools.some(({ state }) => state === 'waiting') ?? false
  }
}
