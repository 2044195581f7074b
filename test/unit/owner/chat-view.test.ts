import type { ChatConversation, ChatState } from '@shared/features/chat.js'
import { describe, expect, it } from 'vitest'
import { ChatView } from '../../../src-main/owner/chat-view.js'
import { fakeChat } from '../../fakes/renderer/chat-data.js'

const long = 'x'.repeat(4_000)
const conversation = (id: string, question: string): ChatConversation => ({
  id,
  server: { id: 'survival', name: 'Survival' },
  player: `Player ${id}`,
  muted: false,
  state: 'idle',
  questions: 1,
  cost: 0,
  entries: [
    { id: 1, at: '2026-01-19T10:31:00Z', from: 'player', text: question, tools: [] },
    { id: 2, at: '2026-01-19T10:31:02Z', from: 'ai', text: long, tools: [] },
  ],
})

const state: ChatState = {
  ...fakeChat,
  conversations: Array.from({ length: 500 }, (_, at) =>
    conversation(String(at), at === 7 ? 'where is my horse?' : long),
  ),
}
const view = () => new ChatView(() => state)

describe('the chat in the window', () => {
  it('has a summary of each conversation and all messages of the newest', () => {
    const { page } = view()
    expect(page.conversations).toHaveLength(500)
    expect(page.conversations.every((one) => !('entries' in one))).toBe(true)
    expect(page.open?.id).toBe('0')
    expect(page.open?.entries).toHaveLength(2)
    expect(JSON.stringify(page).length).toBeLessThan(JSON.stringify(state).length / 10)
  })

  it('has the conversation that the page opens, and says that it changed', () => {
    const one = view()
    let changes = 0
    one.onDidChange(() => {
      changes += 1
    })
    one.show({ open: '7' })
    expect(changes).toBe(1)
    expect(one.page.open?.entries[0]?.text).toBe('where is my horse?')
    expect(one.page.conversations[7]?.last).toEqual({ at: '2026-01-19T10:31:00Z', text: 'where is my horse?' })
    one.show({ open: 'gone' })
    expect(one.page.open?.id).toBe('0')
  })

  it('searches all messages, and counts all matches', () => {
    const one = view()
    one.show({ words: 'HORSE' })
    expect(one.page.conversations.map(({ id }) => id)).toEqual(['7'])
    expect(one.page).toMatchObject({ total: 500, open: { id: '7' } })
    one.show({ words: 'dragon' })
    expect(one.page).toMatchObject({ total: 500, conversations: [], open: null })
  })
})
