import { describe, expect, it } from 'vitest'
import { type KnownClients, normalRights } from '../../../src-main/contract/client.js'
import type { LiveEntry } from '../../../src-main/contract/live.js'
import { practiceId } from '../../../src-main/contract/practice.js'
import { type Facts, isDone, progressOf } from '../../../src-renderer/features/onboarding/progress.js'
import { callEntry, claude, exampleServers, survival } from '../../fakes/renderer/example-data.js'

const at = '2026-01-01T12:00:00Z'
const nobody: KnownClients = { clients: [], bridge: { id: 'bridge', ...normalRights } }
const facts = (part: Partial<Facts>): Facts => ({ servers: [], clients: nobody, guests: [], entries: [], ...part })
const progress = (part: Partial<Facts>) => progressOf(facts(part))
const practiced = { caller: { type: 'model', id: practiceId, name: 'Practice AI' } } as const
const asked: LiveEntry = {
  kind: 'asked',
  id: 'asked-1',
  at,
  approvalId: 'approval-1',
  capabilityId: 'world.time.set',
  caller: claude,
  server: survival,
  arguments: {},
  risk: 'high',
}
const ended = (result: 'done' | 'denied' | 'expired') => callEntry(at, { capabilityId: 'world.time.set', result })

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
    expect(progress({ entries: [callEntry(at, practiced)] }).client).toBeUndefined()
    expect(progress({ entries: [callEntry(at, {}), callEntry(at, practiced)] }).client).toBe('Claude Desktop')
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
    expect(progress({ entries: [callEntry(at, {})] }).tried).toEqual({ read: true, asked: false })
    expect(progress({ entries: [callEntry(at, {}), asked] }).tried).toEqual({ read: true, asked: true })
    expect(progress({ entries: [asked, ended('done')] }).tried).toEqual({
      read: false,
      asked: true,
      answer: 'approved',
    })
    expect(progress({ entries: [asked, ended('denied')] }).tried.answer).toBe('denied')
    expect(progress({ entries: [asked, ended('expired')] }).tried.answer).toBeUndefined()
    expect(isDone('try', progress({ entries: [asked, ended('denied')] }))).toBe(false)
    expect(isDone('try', progress({ entries: [asked, ended('denied'), asked, ended('done')] }))).toBe(true)
  })
})
