/** Fake chat: the page chooses what it views of the chat. */
import type { ChatViewed } from '@shared/features/chat.js'
import { pageOf } from '../../../src-main/owner/chat-view.js'
import type { HandlersOf, Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

export function chatOf(shell: FakeShell, push: Push): HandlersOf<'chat'> {
  let viewed: ChatViewed = {}
  return {
    'chat:state': () => ({ ok: true, value: pageOf(shell.chat, viewed) }),
    'chat:show': (next) => {
      viewed = next
      push('chat:changed', pageOf(shell.chat, viewed))
      return { ok: true, value: null }
    },
    'chat:test': () => ({
      ok: true,
      value: { ok: true, milliseconds: 800, usesTools: true, tools: { count: 24, all: 24 } },
    }),
    'chat:local-models': () => ({
      ok: true,
      value: [{ program: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3.2:8b'] }],
    }),
    'chat:keep-key': () => ({ ok: true, value: { isKept: true } }),
    'chat:login-key': () => ({ ok: true, value: { text: 'K7PM2XQ9' } }),
    'chat:renew-login-key': () => ({ ok: true, value: { text: 'R4TN8WHC' } }),
    'chat:copy-login-key': () => ({ ok: true, value: null }),
  }
}
