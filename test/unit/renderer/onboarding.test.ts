import { practiceId } from '@shared/approvals/practice.js'
import { type KnownClients, normalRights } from '@shared/clients/client.js'
import type { CallEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import {
  isDone,
  type OnboardingFacts,
  progressOf,
  stepNames,
} from '../../../src-renderer/features/onboarding/progress.js'
import { callEntry, exampleServers } from '../../fakes/renderer/example-data.js'

const at = '2026-01-01T12:00:00Z'
const nobody: KnownClients = { clients: [], bridge: { id: 'bridge', ...normalRights } }
const facts = (part: Partial<OnboardingFacts>): OnboardingFacts => ({
  servers: [],
  clients: nobody,
  connectedClients: [],
  calls: [],
  questions: 0,
  read: false,
  decided: false,
  ...part,
})
const progress = (part: Partial<OnboardingFacts>) => progressOf(facts(part))
const practiced = { caller: { type: 'model', id: practiceId, name: 'Practice AI' } } as const
const ended = (result: 'done' | 'denied' | 'expired', more: Partial<CallEntry> = {}) =>
  callEntry(at, { capabilityId: 'world.time.set', risk: 'high', result, ...more })

describe('the first steps', () => {
  it('are all open at first', () => {
    const none = progress({})
    expect(stepNames.filter((step) => isDone(step, none))).toEqual([])
  })

  it('have a world once a server is reachable and something of it is accepted', () => {
    const [server] = exampleServers()
    if (!server) throw new Error('There is no example.')
    expect(progress({ servers: [{ ...server, state: 'offline' }] }).world).toBeUndefined()
    expect(progress({ servers: [{ ...server, state: 'connecting' }] }).world).toBeUndefined()
    expect(progress({ servers: [{ ...server, capabilities: [] }] }).world).toBeUndefined()
    expect(progress({ servers: [{ ...server, state: 'offline' }, server] }).world).toBe(server)
    expect(progress({ servers: [{ ...server, state: 'degraded' }] }).world?.id).toBe(server.id)
  })

  it('do not count the demo world as a server of the owner', () => {
    const demo = exampleServers().map((server) => ({ ...server, kind: 'simulator' as const }))
    expect(progress({ servers: demo }).world).toBeUndefined()
  })

  it('say that the practice AI read, where no other AI did', () => {
    const read = callEntry(at, practiced)
    expect(progress({ calls: [read] }).tried.read).toBe('practice')
    expect(progress({ calls: [read, callEntry(at, {})] }).tried.read).toBe('client')
    const person = callEntry(at, { caller: { type: 'user', id: 'desktop', name: 'desktop' } })
    expect(progress({ calls: [person] }).tried.read).toBeUndefined()
  })

  it('count the decision once the owner has made it', () => {
    expect(isDone('decide', progress({ decided: true }))).toBe(true)
  })

  it('are started by opening the next step', () => {
    expect(isDone('welcome', progress({ read: true }))).toBe(true)
  })

  it('have an AI client once one sent a request, and not by the practice request', () => {
    expect(progress({ calls: [callEntry(at, practiced)] }).client).toBeUndefined()
    const { client } = progress({ calls: [callEntry(at, {}), callEntry(at, practiced)] })
    expect(client).toEqual({ name: 'Claude Desktop', connected: false, seenAt: at })
  })

  it('show an AI client as connected only while it is, and then as seen earlier', () => {
    const guest = { clientId: 'bridge', says: 'claude-ai', connected: true, lastSeenAt: at }
    expect(progress({ connectedClients: [guest] }).client).toEqual({
      name: 'Claude Desktop',
      connected: true,
      seenAt: at,
    })
    const left = progress({ connectedClients: [{ ...guest, connected: false }] })
    expect(left.client).toMatchObject({ connected: false })
    expect(isDone('client', left)).toBe(true)
  })

  it('name a connected client before an earlier one, each by its real name', () => {
    const later = '2026-01-01T13:00:00Z'
    const there = { clientId: 'bridge', says: 'my-own-client', connected: true, lastSeenAt: at }
    const gone = { clientId: 'bridge', says: 'cursor-vscode', connected: false, lastSeenAt: later }
    expect(progress({ connectedClients: [gone, there] }).client?.name).toBe('my-own-client')
    expect(progress({ connectedClients: [gone, { ...there, connected: false }] }).client?.name).toBe('Cursor')
  })

  it('count an AI client with its own key of an earlier version', () => {
    const client = { ...normalRights, id: 'client:1', name: 'Home of Claude', callsPerMinute: 600, createdAt: at }
    const keyed = (lastUsedAt?: string) => ({ ...nobody, clients: [{ ...client, ...(lastUsedAt && { lastUsedAt }) }] })
    expect(progress({ clients: keyed() }).client).toBeUndefined()
    expect(progress({ clients: keyed(at) }).client?.name).toBe('Home of Claude')
    const guest = { clientId: client.id, connected: true, lastSeenAt: at }
    const there = progress({ clients: keyed(at), connectedClients: [guest] }).client
    expect(there).toMatchObject({ name: 'Home of Claude', connected: true })
  })

  it('distinguish a read from a question, and an approval from a denial and a timeout', () => {
    expect(progress({ calls: [callEntry(at, {})] }).tried).toEqual({ read: 'client', asked: false, done: false })
    expect(progress({ calls: [ended('done')] }).tried).toMatchObject({ asked: true, answer: 'approved', done: true })
    expect(progress({ calls: [ended('denied')] }).tried).toMatchObject({ answer: 'denied', done: false })
    expect(progress({ calls: [ended('expired')] }).tried).toMatchObject({ answer: 'expired', done: false })
    expect(isDone('try', progress({ calls: [ended('done'), ended('denied')] }))).toBe(true)
  })

  it('show the current question, and not the previous decision', () => {
    const again = progress({ calls: [callEntry(at, {}), ended('denied')], questions: 1 })
    expect(again.tried).toEqual({ read: 'client', asked: true, done: false })
    expect(isDone('try', progress({ calls: [ended('done')], questions: 1 }))).toBe(true)
  })

  it('do not treat a call allowed by a rule as approved', () => {
    expect(progress({ calls: [ended('done', { ruleId: 'rule-1' })] }).tried.answer).toBeUndefined()
  })
})
