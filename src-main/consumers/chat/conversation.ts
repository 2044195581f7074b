/**
 * Conversation: what one player and the AI said, for the model and for the window.
 *
 * Enforces invariant 7: entries, the model's memory and what waits for `#more` are bounded. Nothing is written to disk.
 */
import { randomUUID } from 'node:crypto'
import type { ModelMessage } from 'ai'
import type { ChatEntry, ChatToolUse } from '../../contract/chat.js'
import { cleanText } from '../../policy/untrusted-text.js'

const mostEntries = 100
/** Characters of JSON that a model remembers. */
const longestMemory = 24_000
/** Lines that wait for `#more`. */
const mostMore = 60
/** Characters of an entry in the window. */
const longestEntry = 4_000
const mostTools = 24

export interface Conversed {
  readonly id: string
  readonly serverId: string
  readonly player: string
}

export class Conversation implements Conversed {
  readonly id: string
  readonly serverId: string
  readonly player: string
  /** Of the caller: what was read in one conversation says nothing of the next. */
  sessionId = randomUUID() as string
  entries: readonly ChatEntry[] = []
  more: readonly string[] = []
  /** Ends the answer that is written. */
  running: AbortController | undefined
  #messages: readonly ModelMessage[] = []
  #nextEntry = 1

  constructor({ id, serverId, player }: Conversed) {
    this.id = id
    this.serverId = serverId
    this.player = player
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages
  }

  /** Keeps the newest exchanges that fit; the oldest kept message is always a question. */
  remember(messages: readonly ModelMessage[]): void {
    const kept = [...this.#messages, ...messages]
    let from = 0
    let size = JSON.stringify(kept).length
    while (from < kept.length && (size > longestMemory || kept[from]?.role !== 'user')) {
      size -= JSON.stringify(kept[from]).length + 1
      from += 1
    }
    this.#messages = kept.slice(from)
  }

  /** Starts over; what the window shows stays. */
  forget(): void {
    this.#messages = []
    this.more = []
    this.sessionId = randomUUID()
  }

  keepMore(lines: readonly string[]): void {
    this.more = [...this.more, ...lines].slice(0, mostMore)
  }

  /** @returns the id of the entry */
  add(from: ChatEntry['from'], text: string, at: Date): number {
    const id = this.#nextEntry
    this.#nextEntry += 1
    const entry = { id, at: at.toISOString(), from, text: cleanText(text, longestEntry), tools: [] }
    this.entries = [...this.entries, entry].slice(-mostEntries)
    return id
  }

  change(id: number, change: (entry: ChatEntry) => Partial<ChatEntry>): void {
    this.entries = this.entries.map((entry) => (entry.id === id ? { ...entry, ...change(entry) } : entry))
  }

  addText(id: number, text: string): void {
    this.change(id, (entry) => ({ text: cleanText(entry.text + text, longestEntry) }))
  }

  /** @param uses of the answer, in the order they began */
  setTools(id: number, uses: readonly ChatToolUse[]): void {
    this.change(id, () => ({ tools: uses.slice(0, mostTools) }))
  }

  get isWaiting(): boolean {
    return this.entries.at(-1)?.tools.some(({ state }) => state === 'waiting') ?? false
  }
}
