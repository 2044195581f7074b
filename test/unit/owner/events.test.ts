import { expect, it, vi } from 'vitest'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { type EventSources, followEvents } from '../../../src-main/owner/events.js'
import { AgentScene } from '../../fakes/agent-scene.js'
import { fakeChat } from '../../fakes/renderer/chat-data.js'

it('the event of the chat is sent at once when the person looks at something else, and in batches for an answer that grows', async () => {
  const scene = new AgentScene()
  const viewed = new Emitter<void>()
  const answered = new Emitter<void>()
  const never = () => {}
  const now = vi.fn(() => ({ ...fakeChat, total: 0, conversations: [], open: null }))
  const sources = {
    gateway: scene.gateway,
    consents: { open: () => [], onDidOpen: never, onDidClose: never },
    keyless: { onDidAsk: never, onDidEnd: never },
    audit: { onDidChangeState: never },
    settings: { onDidChangeProblem: never },
    servicesFile: { onDidChangeProblems: never },
    javaServers: { onDidChangeBackups: never },
    backupSchedules: { onDidChange: never },
    builds: { onDidChange: never },
    changing: { 'chat:changed': { from: { onDidChange: viewed.on }, busy: { onDidChange: answered.on }, now } },
  } as unknown as EventSources
  const send = vi.fn()
  followEvents(sources, { to: ['window'], send, clock: scene.clock })
  viewed.emit()
  expect(send.mock.calls).toEqual([['chat:changed', now()]])
  for (let word = 0; word < 5; word += 1) answered.emit()
  expect(send).toHaveBeenCalledTimes(1)
  await scene.clock.advance(250)
  expect(send).toHaveBeenCalledTimes(2)
  await scene.stop()
})
