/**
 * Chat view: the data of the conversations for the page: a summary of each, and the full open one.
 *
 * Guards invariant 7: an answer changes many times a second, so the data sent does not grow with every conversation.
 */
import type { ChatConversation, ChatPage, ChatState, ChatSummary, ChatViewed } from '@shared/features/chat.js'
import { Emitter } from '../gateway/ports/emitter.js'

export class ChatView {
  readonly #state: () => ChatState
  readonly #onDidChange = new Emitter<void>()
  /** The page looks at something else. */
  readonly onDidChange = this.#onDidChange.on
  #viewed: ChatViewed = {}

  constructor(state: () => ChatState) {
    this.#state = state
  }

  get page(): ChatPage {
    return pageOf(this.#state(), this.#viewed)
  }

  show(viewed: ChatViewed): void {
    this.#viewed = viewed
    this.#onDidChange.emit()
  }
}

export function pageOf({ conversations, ...state }: ChatState, { open, words = '' }: ChatViewed): ChatPage {
  const found = words === '' ? conversations : conversations.filter((one) => holds(one, words.toLowerCase()))
  return {
    ...state,
    total: conversations.length,
    conversations: found.map(summaryOf),
    open: found.find(({ id }) => id === open) ?? found[0] ?? null,
  }
}

const holds = ({ player, entries }: ChatConversation, words: string): boolean =>
  player.toLowerCase().includes(words) || entries.some(({ text }) => text.toLowerCase().includes(words))

/** Maximum characters of the last question in the list. */
const maxLineLength = 120

function summaryOf({ entries, ...conversation }: ChatConversation): ChatSummary {
  const last = entries.findLast(({ from }) => from === 'player')
  return { ...conversation, ...(last && { last: { at: last.at, text: last.text.slice(0, maxLineLength) } }) }
}
