import { describe, expect, it } from 'vitest'
import { type KnownClients, normalRights } from '../../../src-main/contract/client.js'
import type { CallEntry } from '../../../src-main/contract/live.js'
import { practiceId } from '../../../src-main/contract/practice.js'
import { type Facts, isDone, progressOf, stepNames } from '../../../src-renderer/features/onboarding/progress.js'
import { callEntry, exampleServers } from '../../fakes/renderer/example-data.js'

const at = '2026-01-01T12:00:00Z'
const nobody: KnownClients = { clients: [], bridge: { id: 'bridge', ...normalRights } }
const facts = (part: Partial<Facts>): Facts => ({
  servers: [],
  clients: nobody,
  guests: [],
  calls: [],
  questions: 0,
  read: false,
  decided: false,
  ...part,
})
const progress = (part: Partial<Facts>) => progressOf(facts(part))
const practiced = { caller: { type: 'model', id: practiceId, name: 'Practice AI' } } as const
const ended = (result: 'done' | 'denied' | 'expired', more: Partial<CallEntry> = {}) =>
  callEntry(at, { capabilityId: 'world.time.set', risk: 'high', result, ...more })

describe('the first steps', () => {
  it('are all open for somebody who has done nothing', () => {
    const none = progress({})
    expect(stepNames.filter((step) => isDone(step, none))).toEqual([])
  })

  it('have a world once a server answers and something of it is accepted', () => {
    const [server] = exampleServers()
    if (!server) throw new Error('There is no example.')
    expect(progress({ servers: [{ ...server, state: 'offline' }] }).world).toBeUndefined()
    expect(progress({ servers: [{ ...server, state: 'connecting' }] }).world).toBeUndefined()
    expect(progress({ servers: [{ ...server, capabilities: [] }] }).world).toBeUndefined()
    expect(progress({ servers: [{ ...server, state: 'offline' }, server] }).world).toBe(server)
    expect(progress({ servers: [{ ...server, state: 'degraded' }] }).world?.id).toBe(server.id)
  })

  it('have who decides once the owner has said it', () => {
    expect(isDone('decide', progress({ decided: true }))).toBe(true)
  })

  it('are begun by reading on', () => {
    expect(isDone('welcome', progress({ read: true }))).toBe(true)
  })

  it('have an AI client once one has asked, and not because Gatehouse played one', () => {
    expect(progress({ calls: [callEntry(at, practiced)] }).client).toBeUndefined()
    const { client } = progress({ calls: [callEntry(at, {}), callEntry(at, practiced)] })
    expect(client).toEqual({ name: 'Claude Desktop', connected: false, seenAt: at })
  })

  it('call an AI client connected only while it is, and then say that it was here', () => {
    const guest = { clientId: 'bridge', says: 'claude-ai', connected: true, lastSeenAt: at }
    expect(progress({ guests: [guest] }).client).toEqual({ name: 'Claude Desktop', connected: true, seenAt: at })
    const left = progress({ guests: [{ ...guest, connected: false }] })
    expect(left.client).toMatchObject({ connected: false })
    expect(isDone('client', left)).toBe(true)
  })

  it('name who is there before who was, and each by the name it really has', () => {
    const later = '2026-01-01T13:00:00Z'
    const there = { clientId: 'bridge', says: 'my-own-client', connected: true, lastSeenAt: at }
    const gone = { clientId: 'bridge', says: 'cursor-vscode', connected: false, lastSeenAt: later }
    expect(progress({ guests: [gone, there] }).client?.name).toBe('my-own-client')
    expect(progress({ guests: [gone, { ...there, connected: false }] }).client?.name).toBe('Cursor')
  })

  it('have an AI client that came with a key of its own before', () => {
    const client = { ...normalRights, id: 'client:1', name: 'Home of Claude', callsPerMinute: 600, createdAt: at }
    const keyed = (lastUsedAt?: string) => ({ ...nobody, clients: [{ ...client, ...(lastUsedAt && { lastUsedAt }) }] })
    expect(progress({ clients: keyed() }).client).toBeUndefined()
    expect(progress({ clients: keyed(at) }).client?.name).toBe('Home of Claude')
    const guest = { clientId: client.id, connected: true, lastSeenAt: at }
    const there = progress({ clients: keyed(at), guests: [guest] }).client
    expect(there).toMatchObject({ name: 'Home of Claude', connected: true })
  })

  it('tell reading from asking, and a yes from a no and from silence', () => {
    expect(progress({ calls: [callEntry(at, {})] }).tried).toEqual({ read: true, asked: false, done: false })
    expect(progress({ calls: [ended('done')] }).tried).toMatchObject({ asked: true, answer: 'approved', done: true })
    expect(progress({ calls: [ended('denied')] }).tried).toMatchObject({ answer: 'denied', done: false })
    expect(progress({ calls: [ended('expired')] }).tried).toMatchObject({ answer: 'expired', done: false })
    expect(isDone('try', progress({ calls: [ended('done'), ended('denied')] }))).toBe(true)
  })

  it('show the round that goes on, and not the answer of the one before', () => {
    const again = progress({ calls: [callEntry(at, {}), ended('denied')], questions: 1 })
    expect(again.tried).toEqual({ read: true, asked: true, done: false })
    expect(isDone('try', progress({ calls: [ended('done')], questions: 1 }))).toBe(true)
  })

  it('do not take for a yes what a rule let through', () => {
    expect(progress({ calls: [ended('done', { ruleId: 'rule-1' })] }).tried.answer).toBeUndefined()
  })
})
