import { describe, expect, it } from 'vitest'
import { type KnownClients, normalRights } from '../../../src-main/contract/client.js'
import type { CallEntry } from '../../../src-main/contract/live.js'
import { practiceId } from '../../../src-main/contract/practice.js'
import { type Facts, isDone, progressOf } from '../../../src-renderer/features/onboarding/progress.js'
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
  ...part,
})
const progress = (part: Partial<Facts>) => progressOf(facts(part))
const practiced = { caller: { type: 'model', id: practiceId, name: 'Practice AI' } } as const
const ended = (result: 'done' | 'denied' | 'expired', more: Partial<CallEntry> = {}) =>
  callEntry(at, { capabilityId: 'world.time.set', risk: 'high', result, ...more })

describe('the first steps', () => {
  it('are all open for somebody who has done nothing', () => {
    const none = progress({})
    expect((['welcome', 'world', 'client', 'try'] as const).filter((step) => isDone(step, none))).toEqual([])
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

  it('have an AI client once one has asked, and not because Gatehouse played one', () => {
    expect(progress({ calls: [callEntry(at, practiced)] }).client).toBeUndefined()
    expect(progress({ calls: [callEntry(at, {}), callEntry(at, practiced)] }).client).toBe('Claude Desktop')
  })

  it('have an AI client as soon as one is there, whether it has asked or not', () => {
    const guest = { clientId: 'bridge', says: 'claude-ai', connected: true, lastSeenAt: at }
    expect(progress({ guests: [{ ...guest, connected: false }] }).client).toBeUndefined()
    expect(progress({ guests: [guest] }).client).toBe('claude-ai')
  })

  it('have an AI client that came with a key of its own before', () => {
    const client = { ...normalRights, id: 'client:1', name: 'Claude Code', callsPerMinute: 600, createdAt: at }
    expect(progress({ clients: { ...nobody, clients: [client] } }).client).toBeUndefined()
    expect(progress({ clients: { ...nobody, clients: [{ ...client, lastUsedAt: at }] } }).client).toBe('Claude Code')
  })

  it('tell reading from asking, and a yes from a no', () => {
    expect(progress({ calls: [callEntry(at, {})] }).tried).toEqual({ read: true, asked: false })
    expect(progress({ calls: [callEntry(at, {})], questions: 1 }).tried).toEqual({ read: true, asked: true })
    expect(progress({ calls: [ended('done')] }).tried).toEqual({ read: false, asked: true, answer: 'approved' })
    expect(progress({ calls: [ended('denied')] }).tried.answer).toBe('denied')
    expect(progress({ calls: [ended('expired')] }).tried.answer).toBeUndefined()
    expect(isDone('try', progress({ calls: [ended('denied')] }))).toBe(false)
    expect(isDone('try', progress({ calls: [ended('denied'), ended('done')] }))).toBe(true)
  })

  it('do not take for a yes what a rule let through', () => {
    expect(progress({ calls: [ended('done', { ruleId: 'rule-1' })] }).tried.answer).toBeUndefined()
  })
})
